import type { Session } from "./session.ts";

/** A handler for Ctrl-C and SIGTERM: the first signal stops the work gracefully, the second ends the process. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Removes the handler. */
  readonly release: () => void;
}

/** Installs a handler for Ctrl-C and SIGTERM, which prints `words`. */
export function onInterrupt(session: Session, words: string): Interruption {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    session.note(`\n${words} Press Ctrl-C again to quit at once.`);
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
