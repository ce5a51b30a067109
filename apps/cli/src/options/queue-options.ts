import type { Executor } from "@tierwise/jobs";
import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import type { Session } from "../terminal/session.ts";

/** The flags that choose a queue. */
export interface QueueFlags {
  readonly queue?: string;
  readonly store?: string;
  readonly queuePrefix?: string;
}

/** Adds the options of every command whose work can run on a queue. */
export function addQueueOptions(command: Command): Command {
  const add = (flags: string, words: string): void =>
    void command.addOption(new Option(flags, words).helpGroup("Queue:"));
  add("--queue <url>", "address of the Redis server with the queue, such as redis://host:6379; workers run the jobs");
  add("--store <dir>", "shared directory for results and data; required if one exceeds 64 MiB (default: Redis)");
  add("--queue-prefix <name>", "prefix of all keys in Redis (default: tierwise)");
  return command;
}

/** Whether any flag of a queue is given. */
export function usesQueue({ queue, store, queuePrefix }: QueueFlags): boolean {
  return queue !== undefined || store !== undefined || queuePrefix !== undefined;
}

/** The executor that the flags choose, as an option of functions that run jobs; nothing without `--queue`. */
export async function queueExecutor(
  flags: QueueFlags,
  session: Session,
): Promise<{ executor?: Executor; title?: string; onNote?: (sentence: string) => void }> {
  if (flags.queue === undefined) {
    if (usesQueue(flags)) throw new UsageError("--store and --queue-prefix require --queue");
    return {};
  }
  const { bullmq } = await import("@tierwise/jobs");
  const title = session.commandLine.replaceAll(/(rediss?:\/\/)[^/@\s]*@/g, "$1");
  return { executor: bullmq(await queueOf(flags)), title, onNote: session.note };
}

/** The part of a plan for training that says where members are trained; empty without `--queue`. */
export async function queuePlan(flags: QueueFlags, session: Session) {
  const { executor, ...rest } = await queueExecutor(flags, session);
  return executor === undefined ? {} : { queue: { executor, ...rest } };
}

/** The queue and its store. */
export async function queueOf({ queue, store, queuePrefix }: QueueFlags) {
  if (queue === undefined) throw new UsageError("--queue is missing; expected --queue redis://HOST:PORT");
  const { directoryStore } = await import("@tierwise/jobs");
  return {
    url: queue,
    ...(queuePrefix === undefined ? {} : { prefix: queuePrefix }),
    ...(store === undefined ? {} : { store: directoryStore(store) }),
  };
}
