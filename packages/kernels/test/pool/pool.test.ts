import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createPool, nodeWorker, type Pool } from "@tierwise/kernels";
import { afterEach, describe, expect, test } from "vitest";
import { createTasks, type PoolData } from "./pool-tasks.ts";

const startWorker = () => new Worker(new URL("./pool-worker.ts", import.meta.url));
const words = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
const pools: Pool[] = [];

async function poolOf(threads: number, more: Partial<PoolData> = {}): Promise<{ pool: Pool; data: PoolData }> {
  const data = { written: words(1000), arrived: words(1), ...more };
  const pool = await createPool({ threads, createTasks, startWorker, data });
  pools.push(pool);
  return { pool, data };
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe.each([1, 2, 4])("a pool of %i threads", (threads) => {
  test("runs every shard exactly once in every round", async () => {
    const { pool, data } = await poolOf(threads);
    for (let round = 0; round < 200; round++) await pool.run("count", round % 7 === 0 ? 1000 : 3);
    expect([...data.written.subarray(0, 3)]).toEqual([200, 200, 200]);
    expect(data.written.subarray(3).every((count) => count === 29)).toBe(true);
    await pool.run("count", 0);
    expect(data.written[0]).toBe(200);
  });

  test("reports an error with its task and shard, and remains usable", async () => {
    const { pool, data } = await poolOf(threads);
    for (let round = 0; round < 20; round++) {
      await expect(pool.run("failEverywhere", 50)).rejects.toThrow(
        /^task failEverywhere failed on shard \d+: shard \d+ is invalid$/,
      );
    }
    await pool.run("count", 10);
    expect(data.written[9]).toBe(1);
  });

  test("rejects an unknown task, a fractional number of shards, an asynchronous task, and any run after close", async () => {
    const { pool } = await poolOf(threads);
    await expect(pool.run("nothing", 1)).rejects.toThrow("task is nothing; expected one of count, failEverywhere");
    await expect(pool.run("count", 1.5)).rejects.toThrow("shards is 1.5; expected a nonnegative integer");
    await expect(pool.run("promise", 1)).rejects.toThrow("it returned a promise; expected a synchronous task");
    await pool.close();
    await expect(pool.run("count", 1)).rejects.toThrow("the pool is closed");
    await pool.close();
  });
});

test("a thread starts with its own part of the shards", async () => {
  const { pool, data } = await poolOf(2);
  await pool.run("meet", 8);
  expect([...data.written.subarray(0, 2)]).toEqual([1, 5]);
});

test("a thread takes the remaining shards of other threads", async () => {
  const { pool, data } = await poolOf(2);
  await pool.run("linger", 8);
  expect([...data.written.subarray(0, 8)]).toEqual([1, 2, 2, 2, 2, 2, 2, 2]);
});

test("a run rejects with the error of a worker and its stack", async () => {
  const { pool, data } = await poolOf(2);
  const error = await pool.run("failOnWorker", 2).catch((reason: Error) => reason);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^task failOnWorker failed on shard \d: a worker's shard is invalid$/),
  });
  expect((error as Error).stack).toContain("serve-tasks.");
  await pool.run("count", 4);
  expect(data.written[3]).toBe(1);
});

test("a run rejects and the pool closes if a worker exits", async () => {
  const { pool } = await poolOf(3);
  await expect(pool.run("dieOnWorker", 3)).rejects.toThrow(/thread [12] of the pool has died: it exited with code 7/);
  await expect(pool.run("count", 1)).rejects.toThrow("has died");
});

test("the event loop of the caller continues while a worker runs a long task", async () => {
  const { pool, data } = await poolOf(2);
  let turns = 0;
  const timer = setInterval(() => turns++, 20);
  await pool.run("sleepOnWorker", 2);
  clearInterval(timer);
  expect(data.written[0]).toBe(1);
  expect(turns, "turns of the event loop").toBeGreaterThan(3);
});

test("a run rejects while another is in progress", async () => {
  const { pool } = await poolOf(2);
  const first = pool.run("sleepOnWorker", 2);
  await expect(pool.run("count", 1)).rejects.toThrow("the pool is still running; await it before running count");
  await first;
});

test("`close` waits for the current run", async () => {
  const { pool, data } = await poolOf(2);
  const run = pool.run("sleepOnWorker", 2);
  await pool.close();
  await run;
  expect(data.written[0]).toBe(1);
});

test("createPool rejects if createTasks fails on any thread", async () => {
  await expect(poolOf(1, { failsOn: 0 })).rejects.toThrow("no tasks on thread 0");
  await expect(poolOf(3, { failsOn: 2 })).rejects.toThrow("no tasks on thread 2");
});

test("createPool names the invalid argument in its errors", async () => {
  const data = { written: words(1), arrived: words(1) };
  await expect(createPool({ threads: 0, createTasks, startWorker, data })).rejects.toThrow(
    "threads is 0; expected a positive integer",
  );
  const other = () => ({ count() {}, anotherTask() {} });
  await expect(createPool({ threads: 2, createTasks: other, startWorker, data })).rejects.toThrow(
    "task anotherTask is missing on thread 1; expected the tasks of the calling thread",
  );
  const uncloneable = { ...data, failsOn: (() => {}) as unknown as number };
  await expect(createPool({ threads: 2, createTasks, startWorker, data: uncloneable })).rejects.toThrow(
    "could not be cloned",
  );
  const missing = () => new Worker(new URL("./no-such-worker.ts", import.meta.url));
  await expect(createPool({ threads: 2, createTasks, startWorker: missing, data })).rejects.toThrow(
    /thread 1 of the pool has died: .*no-such-worker/,
  );
  const idle = () => new Worker(new URL("../builds.ts", import.meta.url));
  await expect(createPool({ threads: 2, createTasks, startWorker: idle, data })).rejects.toThrow(
    "thread 1 of the pool has died: it exited with code 0",
  );
});

test("serveTasks throws an error on the main thread", () => {
  // Runs in a new process because vitest may run tests on worker threads.
  const program = `
    import { serveTasks } from "@tierwise/kernels";
    try { serveTasks(() => ({})); } catch (error) { console.log(error.message); }`;
  const cwd = join(import.meta.dirname, "../..");
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" });
  expect(output).toBe("serveTasks was called on the main thread; expected a worker\n");
});

test("nodeWorker starts a TypeScript worker from a TypeScript module", async () => {
  const data = { written: words(9), arrived: words(1) };
  const start = () => nodeWorker("./pool-worker.js", import.meta.url) as Worker;
  const pool = await createPool({ threads: 2, createTasks, startWorker: start, data });
  await pool.run("count", 9);
  await pool.close();
  expect(data.written.every((count) => count === 1)).toBe(true);
});

test("a pool that is not closed does not keep the process alive", () => {
  const script = join(import.meta.dirname, "./forgotten-pool.ts");
  const output = execFileSync(process.execPath, ["--no-warnings", script], { encoding: "utf8", timeout: 20_000 });
  expect(output).toBe("done\n");
});
