// A worker process for tests: node queue-worker.ts URL [LOCK]. Prints a line when it is ready.
import { startWorker } from "../src/index.ts";
import { jobKinds } from "./kinds.ts";

const [url, lock = "1500", copies] = process.argv.slice(2);
await startWorker({
  url,
  kinds: jobKinds,
  lockDuration: Number(lock),
  ...(copies === undefined ? {} : { copies }),
  onEvent: ({ stage, job }) => process.stdout.write(`${stage} ${job.key}\n`),
});
process.stdout.write("ready\n");
