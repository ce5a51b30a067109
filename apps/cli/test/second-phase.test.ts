import { join } from "node:path";
import { loadModel } from "@tierwise/ranker";
import { beforeAll, expect, test } from "vitest";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });
beforeAll(() => smallData(folder));

test("`train --then` continues training with an expected metric as the loss, and never ends with a worse validation metric", async () => {
  const first = JSON.parse(
    (await run("train", "train.txt", "--model", "one", "--no-refit", "--json", ...quick)).stdout,
  );
  const { code, stdout, stderr } = await run(
    ...["train", "train.txt", "--model", "two", "--then", "expected-ndcg@5", "--json", ...quick],
  );
  expect(code).toBe(0);
  expect(stderr).toContain("Second phase: expected-ndcg@5");
  const second = JSON.parse(stdout);
  expect(second.settings.loss).toEqual({ name: "expected-dcg", k: 5, sharpness: 3 });
  expect(second.history).toHaveLength(5);
  const best = (history: { validation: { ndcg: Record<string, number> } }[]): number =>
    Math.max(...history.map(({ validation }) => validation.ndcg["5"]));
  const model = await loadModel(join(folder, "two"));
  expect(model.record?.rows).toBe((await loadModel(join(folder, "one"))).record?.rows);
  expect(second.epoch === 0 || best(second.history) > best(first.history)).toBe(true);
});

test("`--then` rejects flags that it cannot be combined with", async () => {
  const refit = await run("train", "train.txt", "--model", "no", "--then", "expected-ndcg@5", "--refit", ...quick);
  expect([refit.code, refit.stderr]).toEqual([2, expect.stringContaining("omit --refit")]);
  const name = await run("train", "train.txt", "--model", "no", "--then", "ndcg@5", ...quick);
  expect([name.code, name.stderr]).toEqual([2, expect.stringContaining("such as expected-ndcg@5")]);
});
