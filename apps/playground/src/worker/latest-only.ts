/**
 * Runs a function with the newest argument: while one run is under way, only the last of the arguments that arrive waits for the next.
 *
 * @param run - Does the work. Its errors must be handled by itself.
 */
export function latestOnly<A>(run: (argument: A) => Promise<void>): (argument: A) => void {
  let isRunning = false;
  let next: { argument: A } | undefined;
  const start = async (argument: A): Promise<void> => {
    isRunning = true;
    await run(argument);
    isRunning = false;
    const waiting = next;
    next = undefined;
    if (waiting !== undefined) await start(waiting.argument);
  };
  return (argument) => {
    if (isRunning) next = { argument };
    else void start(argument);
  };
}
