import { Interrupted } from "../errors/interrupted.ts";
import { onInterrupt } from "./on-interrupt.ts";
import type { Session } from "./session.ts";

/** Where a study keeps what is finished. */
interface Interruptible {
  /** What Ctrl-C says. */
  readonly words: string;
  /** The results file, where there is one. */
  readonly out: string | undefined;
}

/** Runs a study until Ctrl-C aborts it, and then says what was kept. */
export async function runInterruptible<T>(
  session: Session,
  { words, out }: Interruptible,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = onInterrupt(session, words);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const kept =
      out === undefined
        ? "nothing was kept; --out FILE keeps what is finished."
        : `what is finished is in ${out}, and the same command goes on from there.`;
    throw new Interrupted(`Interrupted; ${kept}`);
  } finally {
    release();
  }
}
