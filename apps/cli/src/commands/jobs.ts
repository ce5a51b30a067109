import type { QueueRun } from "@tierwise/jobs";
import type { Command } from "commander";
import { addQueueOptions, createCommand, type QueueFlags } from "../options/common-options.ts";
import { queueOf } from "../options/queue-executor.ts";
import { ago } from "../terminal/ago.ts";
import { counted } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";

interface JobsFlags extends CommonOptions, QueueFlags {
  readonly retry?: string;
  readonly cancel?: string;
}

export function jobsCommand(): Command {
  const command = createCommand("jobs", [
    "tierwise jobs --queue redis://localhost:6379",
    "tierwise jobs --queue redis://localhost:6379 --retry 1f0c9a2e",
    "tierwise jobs --queue redis://localhost:6379 --cancel 1f0c9a2e",
  ])
    .option("--retry <run>", "retry the failed and canceled jobs of this run, named as in the list that `jobs` prints")
    .option("--cancel <run>", "cancel the unfinished jobs of this run, named as in the list that `jobs` prints");
  return addQueueOptions(command).action(runJobs);
}

async function runJobs(flags: JobsFlags): Promise<void> {
  const session = createSession(flags);
  const queue = await queueOf(flags);
  const { cancelRun, listRuns, retryRun } = await import("@tierwise/jobs");
  if (flags.retry !== undefined) session.note(`${counted(await retryRun(queue, flags.retry), "job")} will run again.`);
  if (flags.cancel !== undefined) session.note(`Canceled ${counted(await cancelRun(queue, flags.cancel), "job")}.`);
  const runs = await listRuns(queue);
  session.result({ runs });
  if (runs.length === 0) session.print("The queue has no runs.");
  else session.print(renderTable(tableOf(runs), session.colors));
  for (const { id, failures } of runs) {
    for (const { title, reason } of failures) session.print(`${id}  ${title}: ${reason}`);
  }
}

function tableOf(runs: readonly QueueRun[]) {
  return {
    head: ["run", "done", "running", "waiting", "failed", "workers", "submitted", "command"],
    rows: runs.map(({ id, total, done, active, waiting, failures, workers, submitted, title }) => [
      id,
      `${done}/${total}`,
      String(active),
      String(waiting),
      String(failures.length),
      String(workers),
      ago(new Date(submitted)),
      title,
    ]),
    align: ["left", "right", "right", "right", "right", "right", "left", "left"] as const,
  };
}
