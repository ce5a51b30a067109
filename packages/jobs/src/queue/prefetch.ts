/** Runs at most `width` tasks at a time. Any other task waits, but only briefly. */
export interface Prefetch {
  /** Runs a task when a slot is free. If no slot becomes free soon, calls `giveBack` instead. */
  readonly run: <T>(task: () => Promise<T>, giveBack: () => Promise<never>) => Promise<T>;
}

/** Jobs are fetched early if their mean duration is below this number of milliseconds. */
const shortJob = 200;
/** The number of short jobs to fetch early: one that can start at once, and one that arrives while the previous result is stored. */
const ahead = 2;
/** The time in milliseconds after which a job that was fetched early, but could not start, is returned to the queue. */
const patience = 1000;
/** The weight of the most recent job in the exponential moving average of job durations. */
const weight = 0.2;

/**
 * Fetches the next jobs while short jobs run, which hides the time it takes to get a job from the queue and to store its result. Long jobs
 * are fetched only when they can start, so that a worker does not keep a job that another worker could run.
 *
 * @param width - The number of jobs that run at a time.
 * @param onWidth - Called with the number of jobs that the worker may have at a time: `width`, or more if jobs are short.
 */
export function prefetch(width: number, onWidth: (wanted: number) => void): Prefetch {
  const waiting = new Set<() => void>();
  let running = 0;
  let mean = Number.POSITIVE_INFINITY;
  /** Waits up to `patience` for a free slot. Resolves to whether a slot became free. */
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
        // The next task takes over this slot.
        const [next] = waiting;
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
