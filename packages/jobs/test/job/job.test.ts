import { expect, test } from "vitest";
import { createJob } from "../../src/index.ts";

const file = { path: "/data/train.txt", checksum: "a".repeat(64), bytes: 10 };
const description = {
  kind: "train",
  settings: { seed: 1, options: { epochs: 2, rates: [1, 2] } },
  code: "1",
  files: [file],
};

test("the key depends on kind, settings, code and checksums, but not on paths, titles or the order of keys", () => {
  const { key } = createJob(description);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  const same = [
    { ...description, title: "another name" },
    { ...description, files: [{ ...file, path: "/elsewhere/train.txt" }] },
    { ...description, settings: { options: { rates: [1, 2], epochs: 2 }, seed: 1 } },
  ];
  for (const one of same) expect(createJob(one).key).toBe(key);
  const others = [
    { ...description, kind: "fit" },
    { ...description, code: "2" },
    { ...description, settings: { ...description.settings, seed: 2 } },
    { ...description, settings: { ...description.settings, options: { epochs: 2, rates: [2, 1] } } },
    { ...description, files: [{ ...file, checksum: "b".repeat(64) }] },
    { ...description, files: [] },
  ];
  expect(new Set([key, ...others.map((one) => createJob(one).key)]).size).toBe(1 + others.length);
});

test("an identity replaces settings and files in the key", () => {
  const identity = { rows: "abc" };
  const keys = [description, { ...description, settings: 5, files: [] }].map(
    (one) => createJob({ ...one, identity }).key,
  );
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(createJob(description).key);
});

test("a job survives a round trip through JSON", () => {
  const job = createJob(description);
  expect(JSON.parse(JSON.stringify(job))).toEqual(job);
});
