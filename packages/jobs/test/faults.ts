// The faults that a queue must survive. With `npm test`, each is run a few times, and with `npm run test:slow`, more often.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RedisServer, redisMissing, startRedis, temporaryFolder } from "@tierwise/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bullmq, type Job, JobsFailedError, redisStore, runJobs } from "../src/index.ts";
import { jobKinds as kinds, squares, testJob } from "./kinds.ts";
import { startTestProcess, type TestProcess } from "./test-process.ts";

/** The time in milliseconds after which other workers take over the job of a killed worker. */
const lock = "1000";

/** Defines the fault tests, which each run `repetitions` times. */
export function describeFaults(repetitions: number): void {
  const title = `faults, ${repetitions} times each`;
  const missing = redisMissing(title);
  describe.skipIf(missing !== undefined)(missing === undefined ? title : `${title} (skipped: ${missing})`, () => {
    const folder = temporaryFolder();
    const log = join(folder, "executions.txt");
    const rounds = Array.from({ length: repetitions }, (_, round) => [round + 1]);
    let redis: RedisServer;
    let started: TestProcess[] = [];
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.stop());
    beforeEach(() => writeFileSync(log, ""));
    afterEach(async () => {
      await Promise.all(started.map(({ kill }) => kill()));
      started = [];
    });

    const worker = async (): Promise<TestProcess> => {
      const process = startTestProcess("./queue-worker.ts", [redis.url, lock, join(folder, "copies")]);
      started.push(process);
      await process.says("ready");
      return process;
    };
    /** Creates jobs that differ from those of all other rounds, so that no result is stored yet. */
    const jobsOf = (name: string, round: number, milliseconds = 150): Job[] =>
      squares(8, { name, round, milliseconds, log });
    const run = (jobs: readonly Job[]) => runJobs(jobs, { kinds, executor: bullmq({ url: redis.url }) });
    const expected = squares(8).map((_, x) => ({ x, square: x * x }));
    /** Checks that every job has run and that the workers stored its result exactly once. */
    const checkOnce = async (jobs: readonly Job[]): Promise<void> => {
      const store = await redisStore({ url: redis.url });
      const stored = await store.readResults(jobs.map(({ key }) => key));
      await store.close();
      expect(stored.map((json) => JSON.parse(json ?? "null"))).toEqual(expected);
      const events = started.flatMap(({ output }) => output().split("\n"));
      for (const { key } of jobs) expect(events.filter((line) => line === `stored ${key}`).length).toBeLessThan(2);
    };

    test.each(rounds)("killing workers in the middle of a job loses no results (round %i)", async (round) => {
      const jobs = jobsOf("worker", round);
      const [first] = await Promise.all([worker(), worker()]);
      const running = run(jobs);
      await first.says("started");
      await sleep(40 * (round % 3));
      await first.kill();
      await worker();
      expect(await running).toEqual(expected);
      await checkOnce(jobs);
    });

    test.each(rounds)("killing and restarting Redis loses no results (round %i)", async (round) => {
      const jobs = jobsOf("redis", round);
      const [first] = await Promise.all([worker(), worker()]);
      const running = run(jobs);
      await first.says("started");
      await sleep(40 * (round % 3));
      await redis.kill();
      await sleep(100 * (round % 4));
      await redis.restart();
      expect(await running).toEqual(expected);
      await checkOnce(jobs);
    });

    test.each(rounds)("a client that is killed and restarted gets all results (round %i)", async (round) => {
      const jobs = jobsOf("client", round);
      const client = startTestProcess("./queue-client.ts", [redis.url, JSON.stringify(jobs)]);
      started.push(client);
      const one = await worker();
      await one.says("started");
      await client.kill();
      const again = startTestProcess("./queue-client.ts", [redis.url, JSON.stringify(jobs)]);
      started.push(again);
      expect(await again.ended).toBe(0);
      expect(JSON.parse(again.output())).toEqual(expected);
      await checkOnce(jobs);
      // Neither the worker nor Redis was disturbed, so no job ran twice.
      expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(jobs.length);
    });

    test.each(rounds)("a worker blocked until its lock expires does not corrupt its job (round %i)", async (round) => {
      const jobs = jobsOf("blocked", round, 300);
      const [first] = await Promise.all([worker(), worker()]);
      const running = run(jobs);
      await first.says("started");
      // Like a process whose event loop is blocked, a stopped process does not renew its lock; its child continues to run.
      first.child.kill("SIGSTOP");
      const results = await running;
      first.child.kill("SIGCONT");
      expect(results).toEqual(expected);
      // The worker now reports its result, but another worker has stored it in the meantime.
      await sleep(500);
      await checkOnce(jobs);
      expect(first.child.exitCode).toBe(null);
    });

    test.each(rounds)("a job that always fails is reported and does not stop other jobs (round %i)", async (round) => {
      const poisoned = testJob("poisoned", { round });
      const jobs = jobsOf("poisoned", round, 10);
      await worker();
      const seen: unknown[] = [];
      const error: unknown = await runJobs([poisoned, ...jobs], {
        kinds,
        executor: bullmq({ url: redis.url }),
        onResult: (_, result) => void seen.push(result),
      }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(JobsFailedError);
      expect((error as Error).message).toContain(`no result for {"round":${round}}`);
      expect(seen).toHaveLength(jobs.length);
      await checkOnce(jobs);
    });
  });
}
