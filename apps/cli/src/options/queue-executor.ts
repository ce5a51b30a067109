import type { Executor } from "@tierwise/jobs";
import { UsageError } from "../errors/usage-error.ts";
import type { Session } from "../terminal/session.ts";
import { type QueueFlags, usesQueue } from "./common-options.ts";

/** Creates the executor that the flags choose, as an option for functions that run jobs; the option is empty without `--queue`. */
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

/** The part of a training plan that sets where members are trained; empty without `--queue`. */
export async function queuePlan(flags: QueueFlags, session: Session) {
  const { executor, ...rest } = await queueExecutor(flags, session);
  return executor === undefined ? {} : { queue: { executor, ...rest } };
}

/** The address, key prefix and store of the queue that the flags name. */
export async function queueOf({ queue, store, queuePrefix }: QueueFlags) {
  if (queue === undefined) throw new UsageError("--queue is missing; expected --queue redis://HOST:PORT");
  const { directoryStore } = await import("@tierwise/jobs");
  return {
    url: queue,
    ...(queuePrefix === undefined ? {} : { prefix: queuePrefix }),
    ...(store === undefined ? {} : { store: directoryStore(store) }),
  };
}
