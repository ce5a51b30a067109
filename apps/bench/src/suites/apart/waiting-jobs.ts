// Jobs that wait, and a worker that runs them: `node waiting-jobs.js URL` takes jobs from the queue until it is killed.
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type JobKinds, startWorker } from "@tierwise/jobs";

/** Waits and returns how long the wait took, in seconds. */
const wait = {
  async run(settings: unknown): Promise<number> {
    const started = performance.now();
    await sleep((settings as { milliseconds: number }).milliseconds);
    return (performance.now() - started) / 1000;
  },
};

export const jobKinds: JobKinds = { module: import.meta.url, code: () => "bench", find: async () => wait };

const [, file, url] = process.argv;
if (url !== undefined && import.meta.url === pathToFileURL(file).href) {
  await startWorker({ url, kinds: jobKinds });
  process.stdout.write("ready\n");
}
