import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import {
  directoryStore,
  fileChecksum,
  inline,
  type JobsFailedError,
  memoryStore,
  processes,
  runJobs,
} from "../../src/index.ts";
import { jobKinds as kinds, squares, testJob } from "../kinds.ts";

const folder = temporaryFolder();
const executors = [
  ["inline", () => inline()],
  ["one process", () => processes({ count: 1 })],
  ["three processes", () => processes({ count: 3 })],
] as const;

describe.each(executors)("%s", (_, executor) => {
  test("results are in the order of the jobs, even if a job is listed twice", async () => {
    const jobs = squares(5);
    const results = await runJobs([...jobs, jobs[2]], { kinds, executor: executor() });
    expect(results).toEqual([0, 1, 2, 3, 4, 2].map((x) => ({ x, square: x * x })));
  });

  test("jobs finish even if one fails, and the error reports the reason", async () => {
    const seen: number[] = [];
    const jobs = [testJob("poisoned", { y: 1 }), ...squares(3), testJob("unknown", {})];
    const error = (await runJobs(jobs, {
      kinds,
      executor: executor(),
      onResult: (index) => void seen.push(index),
    }).catch((reason: unknown) => reason)) as JobsFailedError;
    expect(error.name).toBe("JobsFailedError");
    expect(error.message).toContain('2 of 5 jobs failed:\n  poisoned {"y":1}: no result for {"y":1}');
    expect(error.failures.map(({ job }) => job.kind).sort()).toEqual(["poisoned", "unknown"]);
    expect(seen.sort()).toEqual([1, 2, 3]);
  });

  test("jobs stop when the signal is aborted", async () => {
    const controller = new AbortController();
    const running = runJobs(squares(50, { milliseconds: 20 }), {
      kinds,
      executor: executor(),
      signal: controller.signal,
      onResult: () => controller.abort(new Error("enough")),
    });
    await expect(running).rejects.toThrow("enough");
  });

  test("jobs read their input files and store the files that they write", async () => {
    const path = join(folder, "words.txt");
    writeFileSync(path, "tiers");
    const store = memoryStore();
    const files = [{ path, ...(await fileChecksum(path)) }];
    const job = testJob("capitals", { path }, { files });
    const [result] = await runJobs([job], { kinds, executor: { ...executor(), ...inlineStore(store) } });
    expect(result).toMatchObject({ text: "tiers" });
    writeFileSync(path, "changed");
    await expect(runJobs([job], { kinds, executor: executor() })).rejects.toThrow(`${path} has changed`);
  });
});

/** The part of an executor that opens a store. */
function inlineStore(store: ReturnType<typeof memoryStore>) {
  return { openStore: async () => store };
}

test("a finished job never runs again, in this or any other process", async () => {
  const store = directoryStore(join(folder, "store"));
  const log = join(folder, "executions.txt");
  const jobs = squares(4, { log });
  const first = await runJobs(jobs.slice(0, 2), { kinds, executor: inline({ store }) });
  const all = await runJobs(jobs, { kinds, executor: processes({ count: 2, store }) });
  expect(all.slice(0, 2)).toEqual(first);
  expect(await runJobs(jobs, { kinds, executor: inline({ store: directoryStore(join(folder, "store")) }) })).toEqual(
    all,
  );
  expect(readFileSync(log, "utf8").trim().split("\n").sort()).toEqual(["0", "1", "2", "3"]);
});

test("a job whose process is killed once runs again, and a job that always ends its process fails", async () => {
  const marker = join(mkdtempSync(join(tmpdir(), "tierwise-marker-")), "ran");
  const executor = processes({ count: 1 });
  expect(await runJobs([testJob("fatal", { marker }), ...squares(1)], { kinds, executor })).toEqual([
    { survived: true },
    { x: 0, square: 0 },
  ]);
  await expect(runJobs([testJob("fatal", {})], { kinds, executor })).rejects.toThrow(
    "the process running the job ended with signal SIGKILL in each of 3 attempts",
  );
});

test("processes share the threads, and fresh processes run one job each", async () => {
  const jobs = [1, 2, 3].map((n) => testJob("place", { n }));
  const run = async (executor: ReturnType<typeof processes>) =>
    (await runJobs(jobs, { kinds, executor, threads: 4 })) as { pid: number; threads: number }[];
  const shared = await run(processes({ count: 2 }));
  expect(shared.map(({ threads }) => threads)).toEqual([2, 2, 2]);
  expect(shared.some(({ pid }) => pid === process.pid)).toBe(false);
  expect(new Set(shared.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2);
  const fresh = await run(processes({ count: 1, fresh: true }));
  expect(new Set(fresh.map(({ pid }) => pid)).size).toBe(3);
});

test("rejects an invalid number of processes or threads", async () => {
  expect(() => processes({ count: 0 })).toThrow("count is 0; expected a positive integer");
  await expect(runJobs([], { kinds, threads: 0.5 })).rejects.toThrow("threads is 0.5; expected a positive integer");
});
