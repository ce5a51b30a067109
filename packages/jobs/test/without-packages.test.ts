// BullMQ and ioredis are optional: everything else works without them.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("without bullmq and ioredis, other executors work, and the error for queues contains the install command", () => {
  const script = `
    import { register } from "node:module";
    const hook = "export async function resolve(s, c, next) { if (s === 'bullmq' || s === 'ioredis') throw Object.assign(new Error(s), { code: 'ERR_MODULE_NOT_FOUND' }); return next(s, c); }";
    register("data:text/javascript," + encodeURIComponent(hook));
    const { bullmq, createJob, inline, runJobs } = await import("@tierwise/jobs");
    const kinds = { module: import.meta.url, code: () => "1", find: async () => ({ run: () => 1 }) };
    const jobs = [createJob({ kind: "one", settings: {}, code: "1" })];
    console.log(await runJobs(jobs, { kinds, executor: inline() }));
    await runJobs(jobs, { kinds, executor: bullmq({ url: "redis://localhost" }) }).catch((error) => console.log(error.message));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: new URL("..", import.meta.url),
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual([
    "[ 1 ]\na queue requires the packages bullmq and ioredis; install them with: npm install bullmq@6.7.0 ioredis@6.0.0\n",
    "",
  ]);
});
