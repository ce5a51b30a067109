/** Runs at most `width` tasks at a time; others wait for a short time. */
export interface Prefetch {
  /** Runs a task when a place is free. If none becomes free soon, calls `giveBack` instead. */
  readonly run: <T>(task: () => Promise<T>, giveBack: () => Promise<never>) => Promise<T>;
}

/** Below this mean duration in milliseconds, fetching jobs early pays off. */
const shortJob = 200;
/** The number of short jobs to fetch early: one can start at once, while the next is on its way and the last result is being stored. */
const ahead = 2;
/** The number of milliseconds after which a job that was fetched early is given back to the queue. */
const patience = 1000;
/** The weight of the last job in the mean. */
const weight = 0.2;

/**
 * Fetches the next jobs while short jobs run, which hides the time it takes to get a job from the queue and to store its result. Long jobs
 * are fetched only when they can start, so that a worker does not hold back a job that another one could run.
 *
 * @param width - The number of jobs that run at a time.
 * @param onWidth - Called with the number of jobs that the worker may hold at a time: `width`, or more if jobs are short.
 */
export function prefetch(width: number, onWidth: (wanted: number) => void): Prefetch {
  const waiting = new Set<() => void>();
  let running = 0;
  let mean = Number.POSITIVE_INFINITY;
  /** Waits for a place; returns whether there is one. */
  const place = (): Promise<boolean> =>
    new Promise((resolve) => {
      const take = (): void => {
        clearTimeout(timer);
        waiting.delete(take);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        mean = Number.POSITIVE_INFINITY;
        onWidth(width);
        resolve(false);
      }, patience);
      waiting.add(take);
    });
  return {
    async run(task, giveBack) {
      if (running < width) running++;
      else if (!(await place())) return giveBack();
      const started = performance.now();
      try {
        return await task();
      } finally {
        const spent = performance.now() - started;
        mean = Number.isFinite(mean) ? (1 - weight) * mean + weight * spent : spent;
        onWidth(mean < shortJob ? width + ahead : width);
        // The next task takes over the place of this one.
        const [next] = waiting;
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
