import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type RedisServer, redisMissing, startRedis, temporaryFolder } from "@tierwise/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bullmq,
  cancelRun,
  directoryStore,
  fileChecksum,
  inline,
  type Job,
  listRuns,
  redisStore,
  retryRun,
  runJobs,
  startWorker,
  type Worker,
  type WorkerOptions,
} from "../src/index.ts";
import { jobKinds as kinds, squares, testJob } from "./kinds.ts";

test("rejects an address that is invalid or does not answer, and names it in the error", async () => {
  const run = (url: string) => runJobs(squares(1), { kinds, executor: bullmq({ url }) });
  await expect(run("http://localhost")).rejects.toThrow('url is "http://localhost"; expected redis://HOST:PORT');
  const url = `redis://user:secret@127.0.0.1:${await freePort()}`;
  await expect(run(url)).rejects.toThrow(/^cannot connect to Redis at redis:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  expect(() => bullmq({ url, prefix: "a:b" })).toThrow('prefix is "a:b"; expected only letters');
});

const missing = redisMissing("queues");
describe.skipIf(missing !== undefined)(missing === undefined ? "a queue" : `a queue (skipped: ${missing})`, () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  const worker = (more: Partial<WorkerOptions> = {}): Promise<Worker> =>
    startWorker({ url: redis.url, kinds, copies: join(folder, "copies"), lockDuration: 5000, ...more });
  const run = (jobs: readonly Job[], prefix = "tierwise") =>
    runJobs(jobs, { kinds, title: "a test", executor: bullmq({ url: redis.url, prefix }) });

  test.each([
    [1, 1],
    [4, 1],
    [1, 4],
  ])(
    "gives the same bytes as the inline executor, with %i workers and %i jobs at a time",
    async (count, concurrency) => {
      const prefix = `bytes-${count}-${concurrency}`;
      const jobs = squares(12, { prefix, milliseconds: 5 });
      const workers = await Promise.all(Array.from({ length: count }, () => worker({ prefix, concurrency })));
      try {
        const results = await run(jobs, prefix);
        expect(JSON.stringify(results)).toBe(JSON.stringify(await runJobs(jobs, { kinds, executor: inline() })));
        const [listed] = await listRuns({ url: redis.url, prefix });
        expect(listed).toMatchObject({ title: "a test", total: 12, done: 12, active: 0, waiting: 0, failures: [] });
        expect(listed.workers).toBe(count);
      } finally {
        await Promise.all(workers.map((one) => one.close()));
      }
    },
  );

  test.each(["Redis", "a directory"])("transfers files by checksum through %s, and verifies them", async (place) => {
    const prefix = `files-${place === "Redis" ? 1 : 2}`;
    const store =
      place === "Redis" ? await redisStore({ url: redis.url, prefix }) : directoryStore(join(folder, "store"));
    const path = join(folder, "words.txt");
    writeFileSync(path, `tiers in ${place}`);
    const file = { path, ...(await fileChecksum(path)) };
    const one = await worker({ prefix, store, copies: join(folder, prefix) });
    try {
      const executor = bullmq({ url: redis.url, prefix, store });
      const job = testJob("capitals", { path }, { files: [file] });
      const [result] = (await runJobs([job], { kinds, executor })) as { text: string; kept: string }[];
      expect(result.text).toBe(`tiers in ${place}`);
      const copy = join(folder, "kept.txt");
      await store.readFile(result.kept, copy);
      expect(readFileSync(copy, "utf8")).toBe(`TIERS IN ${place.toUpperCase()}`);
      // The worker reads its own copy, not the client's file.
      const copies = readdirSync(join(folder, prefix), { recursive: true, encoding: "utf8" });
      const [own = ""] = copies.filter((name) => name.endsWith("words.txt"));
      expect(readFileSync(join(folder, prefix, own), "utf8")).toBe(`tiers in ${place}`);
      const bad = { path, checksum: "0".repeat(64), bytes: 1 };
      const damaged = testJob("capitals", { path, again: true }, { files: [bad] });
      await expect(runJobs([damaged], { kinds, executor })).rejects.toThrow("is damaged: its checksum is");
    } finally {
      await one.close();
      await store.close();
    }
  });

  test("lists failures, retries them, and cancels waiting and running jobs", async () => {
    const prefix = "lists";
    const at = { url: redis.url, prefix };
    const one = await worker({ prefix });
    try {
      const jobs = [...squares(2, { prefix }), testJob("poisoned", { prefix })];
      await expect(run(jobs, prefix)).rejects.toThrow("1 of 3 jobs failed");
      const [failed] = await listRuns(at);
      expect(failed).toMatchObject({
        total: 3,
        done: 2,
        workers: 1,
        failures: [{ reason: expect.stringContaining("no result") }],
      });
      expect(await retryRun(at, failed.id)).toBe(1);
      const long = run(squares(3, { prefix, milliseconds: 60_000 }), prefix);
      const outcome = long.catch((error: Error) => error.message);
      for (;;) {
        const [latest] = await listRuns(at);
        if (latest.total === 3 && latest.id !== failed.id && latest.active === 1) {
          expect(await cancelRun(at, latest.id)).toBe(3);
          break;
        }
      }
      expect(await outcome).toMatch(/3 of 3 jobs failed:(\n {2}square .*: canceled){3}/);
      await expect(cancelRun(at, "nothing")).rejects.toThrow('run is "nothing"; expected the identifier of a run');
    } finally {
      await one.abort();
    }
  });

  test("rejects results that are too large for Redis", async () => {
    const store = await redisStore({ url: redis.url, maxBytes: 10 });
    await expect(store.writeResult("a", JSON.stringify("x".repeat(20)))).rejects.toThrow(
      "expected at most 10 in Redis",
    );
    await store.close();
  });
});
