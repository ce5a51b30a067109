import type { Session } from "./session.ts";

/** While work runs, the first Ctrl-C (or SIGTERM) aborts it gently and the second ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Leaves Ctrl-C to what it was before. */
  readonly release: () => void;
}

/** Takes Ctrl-C; `words` say what happens now. */
export function onInterrupt(session: Session, words: string): Interruption {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    session.note(`\n${words} Press Ctrl-C again to leave at once.`);
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return {
    signal: controller.signal,
    release() {
      process.removeListener("SIGINT", interrupt);
      process.removeListener("SIGTERM", interrupt);
    },
  };
}
