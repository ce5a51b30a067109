// A client process for tests: node queue-client.ts URL JOBS-AS-JSON. Prints the results as JSON.
import { bullmq, type Job, runJobs } from "../src/index.ts";
import { jobKinds } from "./kinds.ts";

const [url, text] = process.argv.slice(2);
const jobs = JSON.parse(text) as Job[];
const results = await runJobs(jobs, { kinds: jobKinds, executor: bullmq({ url }) });
process.stdout.write(`${JSON.stringify(results)}\n`);
