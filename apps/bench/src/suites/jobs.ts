import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bullmq, createJob, type Executor, processes, runJobs } from "@tierwise/jobs";
import { redisMissing, startRedis } from "@tierwise/testing";
import type { Claim, Suite } from "../timing/suite.ts";
import { jobKinds } from "./apart/waiting-jobs.ts";

const workerCount = 2;
const milliseconds = 10;

/** Measures the overhead of the job runner. */
export const jobs: Suite = {
  name: "jobs",
  group: "Simulation and fits",
  title: "Elapsed time of 1000 jobs of 10 ms on two workers, relative to half the sum of their times",
  async run({ quick }) {
    const count = quick ? 200 : 1000;
    const claims = [await overhead("two local processes", processes({ count: workerCount }), count)];
    const missing = redisMissing("jobs on a queue");
    if (missing !== undefined) return { claims, skipped: [`jobs on a queue: ${missing}`] };
    const redis = await startRedis();
    const workers: ChildProcess[] = [];
    try {
      for (let i = 0; i < workerCount; i++) workers.push(await startBenchWorker(redis.url));
      const executor = bullmq({ url: redis.url });
      // The first jobs also start the child processes, so their time is not measured.
      await overhead("warm-up", executor, 50);
      claims.push(await overhead("a queue with two workers", executor, count));
    } finally {
      for (const worker of workers) worker.kill("SIGKILL");
      await redis.stop();
    }
    return { claims, details: { count, milliseconds, workers: workerCount } };
  },
};

/** The time of a run divided by its time without any overhead. */
async function overhead(what: string, executor: Executor, count: number): Promise<Claim> {
  const list = Array.from({ length: count }, (_, n) =>
    createJob({ kind: "wait", settings: { milliseconds, n, what }, code: jobKinds.code() }),
  );
  const started = performance.now();
  const times = (await runJobs(list, { kinds: jobKinds, executor, threads: workerCount })) as number[];
  const seconds = (performance.now() - started) / 1000;
  const ideal = times.reduce((sum, time) => sum + time, 0) / workerCount;
  return {
    what: `elapsed time of ${count} jobs on ${what}, relative to the sum of their times divided by ${workerCount}`,
    figure: seconds / ideal,
    target: { atMost: 1.25 },
    context: `${seconds.toFixed(2)} s`,
  };
}

async function startBenchWorker(url: string): Promise<ChildProcess> {
  const path = fileURLToPath(jobKinds.module);
  const worker = spawn(process.execPath, [path, url], { stdio: ["ignore", "pipe", "inherit"] });
  await once(worker.stdout, "data");
  return worker;
}
