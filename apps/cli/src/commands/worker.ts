import type { Command } from "commander";
import { addQueueOptions, createCommand, integer, number, type QueueFlags } from "../options/common-options.ts";
import { queueOf } from "../options/queue-executor.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface WorkerFlags extends CommonOptions, QueueFlags {
  readonly concurrency: number;
  readonly threads?: number;
  readonly copies?: string;
  readonly lock: number;
  readonly board?: number;
}

export function workerCommand(): Command {
  const command = createCommand("worker", [
    "tierwise worker --queue redis://localhost:6379",
    "tierwise worker --queue redis://host:6379 --concurrency 4 --store /shared/tierwise",
  ])
    .option("--concurrency <n>", "run this many jobs at a time, each in its own process", integer(1), 1)
    .option("--threads <n>", "use this many threads in total for all jobs (default: all cores)", integer(1))
    .option(
      "--copies <dir>",
      "keep local copies of data in this directory (default: a folder in the system's temporary directory)",
    )
    .option(
      "--lock <seconds>",
      "let other workers take over the jobs of a killed worker after this many seconds",
      number(0.5),
      30,
    )
    .option(
      "--board <port>",
      "on this port of 127.0.0.1, serve a web page that lists the jobs; requires bull-board",
      integer(0),
    );
  return addQueueOptions(command).action(runWorker);
}

async function runWorker(flags: WorkerFlags): Promise<void> {
  const session = createSession(flags);
  const { concurrency, threads, copies, lock, board: port } = flags;
  const queue = await queueOf(flags);
  const { startBoard, startWorker } = await import("@tierwise/jobs");
  const { jobKinds } = await import("@tierwise/studies");
  let finished = 0;
  const worker = await startWorker({
    ...queue,
    kinds: jobKinds,
    concurrency,
    lockDuration: 1000 * lock,
    ...(threads === undefined ? {} : { threads }),
    ...(copies === undefined ? {} : { copies }),
    onEvent({ stage, job, reason }) {
      if (stage === "stored") finished++;
      session.note(`${stage.padEnd(8)} ${job.title}${reason === undefined ? "" : `: ${reason}`}`);
    },
  });
  const board = port === undefined ? undefined : await startBoard({ ...queue, code: jobKinds.code(), port });
  if (board !== undefined) session.note(`The web page of the queue is at ${board.address}.`);
  session.note(`Waiting for jobs, ${concurrency} at a time. Press Ctrl-C to stop.`);
  const { signal, release } = onInterrupt(session, "Finishing the running jobs.");
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  await worker.close();
  await board?.close();
  release();
  session.result({ finished });
}
