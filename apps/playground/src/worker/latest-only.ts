/**
 * Runs a function with the newest argument. Of the arguments that arrive during a run, only the last one is used.
 *
 * @param run - The function, which must handle its own errors.
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
