import { expect, test } from "vitest";
import { type BatchTarget, createBatcher } from "../src/batching/batcher.ts";
import { groupJobs } from "../src/batching/group-jobs.ts";
import type { RankedRows, RankJob } from "../src/batching/rank-job.ts";

const job = (rowCount: number, extra: Partial<RankJob> = {}): RankJob => ({
  rowCount,
  indices: [],
  values: [],
  indptr: Array(rowCount + 1).fill(0),
  k: 5,
  candidates: undefined,
  exclude: undefined,
  ...extra,
});
const ranked = (start: number): RankedRows => ({
  start,
  stride: 1,
  items: new Int32Array(),
  scores: new Float32Array(),
});
const limits = { maxBatch: 8, batchMilliseconds: 1000, maxQueue: 100 };
type Target = BatchTarget<RankJob, RankedRows>;
const create = (rankTogether: Target["rankTogether"], target: Partial<Target> = {}) => {
  const batcher = createBatcher({ rankTogether, group: groupJobs, lanes: 1, onBatch: () => {}, ...target }, limits);
  const rank = (asked: RankJob): Promise<RankedRows> =>
    new Promise((resolve, reject) =>
      batcher.rank(asked, (error, rows) => (rows === undefined ? reject(error) : resolve(rows))),
    );
  return { ...batcher, rank };
};

test("requests from the same turn of the event loop are ranked together, up to the maximum number of rows, and answered separately", async () => {
  const calls: number[][] = [];
  const sizes: number[] = [];
  const { rank, pendingRows, drained } = create(
    async (jobs) => {
      calls.push(jobs.map(({ rowCount }) => rowCount));
      return jobs.map(({ rowCount }) => ranked(rowCount));
    },
    { onBatch: (rows) => sizes.push(rows) },
  );
  const answers = [3, 4, 2, 20, 1].map((rows) => rank(job(rows)));
  expect(pendingRows()).toBe(30);
  expect((await Promise.all(answers)).map(({ start }) => start)).toEqual([3, 4, 2, 20, 1]);
  expect(calls).toEqual([[3, 4], [2], [20], [1]]);
  expect(sizes).toEqual([7, 2, 20, 1]);
  await drained();
  expect(pendingRows()).toBe(0);
});

test("requests with candidates or a much larger k are ranked in separate calls", async () => {
  const calls: number[][] = [];
  const { rank } = create(async (jobs) => {
    calls.push(jobs.map(({ k }) => k));
    return jobs.map(() => ranked(0));
  });
  await Promise.all([{ k: 5 }, { k: 900 }, { k: 16 }, { k: 7, candidates: [1] }].map((extra) => rank(job(1, extra))));
  expect(calls).toEqual([[5, 16], [900], [7]]);
});

test("a request that cannot be ranked does not cause others to fail", async () => {
  const { rank, drained } = create(async (jobs) => {
    if (jobs.some(({ rowCount }) => rowCount === 2)) throw new Error("two rows");
    return jobs.map(({ rowCount }) => ranked(rowCount));
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map((rows) => rank(job(rows))));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await drained();
});

test("rows that do not fit into the queue are rejected", async () => {
  const { rank, drained } = create(async (jobs) => jobs.map(() => ranked(0)));
  const first = rank(job(99));
  await expect(rank(job(2))).rejects.toMatchObject({ code: "queue_full", retryAfter: 1 });
  await first;
  await drained();
});

test("with two lanes, at most two batches are ranked at a time", async () => {
  const started: (() => void)[] = [];
  const { rank, pendingRows, drained } = create(
    (jobs) => new Promise((resolve) => started.push(() => resolve(jobs.map(() => ranked(0))))),
    { lanes: 2 },
  );
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  const answers = [8, 8, 8].map((rows) => rank(job(rows)));
  await turn();
  answers.push(rank(job(1)));
  await turn();
  expect([started.length, pendingRows()]).toEqual([2, 25]);
  const isDrained = drained();
  while (started.length > 0) {
    started.shift()?.();
    await turn();
  }
  await Promise.all([...answers, isDrained]);
  expect(pendingRows()).toBe(0);
});

test("a batch does not wait for more rows once it has a quarter of the maximum", async () => {
  const sizes: number[] = [];
  const { rank, drained } = create(async (jobs) => jobs.map(() => ranked(0)), { onBatch: (rows) => sizes.push(rows) });
  let asked = 0;
  // Every turn of the event loop brings another request; a batch with fewer rows would wait for that request.
  await new Promise<void>((resolve) => {
    const ask = (): void => {
      void rank(job(1));
      if (++asked < 20) setImmediate(ask);
      else resolve();
    };
    ask();
  });
  await drained();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
});
