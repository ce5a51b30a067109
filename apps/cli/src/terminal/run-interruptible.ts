import { Interrupted } from "../errors/interrupted.ts";
import { onInterrupt } from "./on-interrupt.ts";
import type { Session } from "./session.ts";

interface Interruptible {
  /** The message that Ctrl-C prints. */
  readonly words: string;
  /** The results file, if there is one. */
  readonly out: string | undefined;
  /** Whether a queue runs the work. */
  readonly queued: boolean;
}

/** Runs a study. If Ctrl-C stops it, throws an error that states which results were kept. */
export async function runInterruptible<T>(
  session: Session,
  { words, out, queued }: Interruptible,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = onInterrupt(session, words);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (queued) {
      throw new Interrupted(
        "Interrupted; the workers continue. Run the same command again to get the results, or cancel it with `tierwise jobs --cancel RUN`.",
      );
    }
    const kept =
      out === undefined
        ? "no results were kept. Use --out FILE to keep finished results."
        : `finished results are in ${out}. Run the same command again to continue.`;
    throw new Interrupted(`Interrupted; ${kept}`);
  } finally {
    release();
  }
}
