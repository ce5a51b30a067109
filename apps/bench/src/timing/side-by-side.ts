import { medianOf, quantile } from "@tierwise/studies";

/** A median ratio to a baseline, with its quartiles. */
export interface Ratio {
  /** The median over the rounds. */
  readonly ratio: number;
  /** Lower and upper quartile over the rounds. */
  readonly quartiles: readonly [number, number];
}

/** Times of one contestant over all rounds, and its ratios to the baseline in the same rounds. */
export interface Timing extends Ratio {
  /** Median time of one call, in nanoseconds. */
  readonly nanoseconds: number;
  /** Time of one call in the fastest round, which other programs disturb least. */
  readonly fastestNanoseconds: number;
  /** Time of one call in each round, in nanoseconds. */
  readonly rounds: Float64Array;
}

/**
 * Times contestants in alternation, so that other load on the machine affects all of them. In each round, every contestant runs
 * for about `sliceMilliseconds` of processor time, and ratios are computed within the round. The first contestant is the baseline.
 */
export function sideBySide<Name extends string>(
  contestants: Readonly<Record<Name, () => unknown>>,
  { rounds = 15, sliceMilliseconds = 20 }: { rounds?: number; sliceMilliseconds?: number } = {},
): Record<Name, Timing> {
  const names = Object.keys(contestants) as Name[];
  // Warms up twice, because warming up one contestant may deoptimize the code of another.
  for (const name of names) warmUp(contestants[name]);
  for (const name of names) warmUp(contestants[name]);
  const repeats = names.map((name) => callsInSlice(contestants[name], sliceMilliseconds));
  const times = names.map(() => new Float64Array(rounds));
  for (let round = 0; round < rounds; round++) {
    for (const [c, name] of names.entries()) times[c][round] = timePerCall(contestants[name], repeats[c]);
  }
  const entries = names.map((name, c) => {
    const timing: Timing = {
      ...ratioWithin(times[c], times[0]),
      nanoseconds: medianOf(times[c]),
      fastestNanoseconds: Math.min(...times[c]),
      rounds: times[c],
    };
    return [name, timing] as const;
  });
  return Object.fromEntries(entries) as Record<Name, Timing>;
}

/** The ratio to a baseline that was timed in the same rounds. */
export function ratioWithin(times: ArrayLike<number>, baseline: ArrayLike<number>): Ratio {
  const ratios = Float64Array.from(times, (time, round) => time / baseline[round]).sort();
  return { ratio: quantile(ratios, 0.5), quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)] };
}

/**
 * The ratio of median times, for a baseline that cannot be timed in the same rounds, such as another program. The quartiles of the ratio
 * combine the quartiles of both sides in the least favorable way.
 */
export function ratioOfMedians(times: ArrayLike<number>, baseline: ArrayLike<number>): Ratio {
  const [above, below] = [Float64Array.from(times).sort(), Float64Array.from(baseline).sort()];
  return {
    ratio: quantile(above, 0.5) / quantile(below, 0.5),
    quartiles: [quantile(above, 0.25) / quantile(below, 0.75), quantile(above, 0.75) / quantile(below, 0.25)],
  };
}

/** Inverts a ratio: from contestant / baseline to baseline / contestant. */
export function inverse({ ratio, quartiles }: Ratio): Ratio {
  return { ratio: 1 / ratio, quartiles: [1 / quartiles[1], 1 / quartiles[0]] };
}

/** The time after which the compiler has finished optimizing. */
const WARM_UP_NANOSECONDS = 40e6;

function warmUp(call: () => unknown): void {
  const end = processorNanoseconds() + WARM_UP_NANOSECONDS;
  do call();
  while (processorNanoseconds() < end);
}

/** The number of calls that fit into a slice. */
function callsInSlice(call: () => unknown, sliceMilliseconds: number): number {
  let repeats = 1;
  let time = timePerCall(call, repeats) * repeats;
  while (time < sliceMilliseconds * 1e6) {
    const factor = (1.2 * sliceMilliseconds * 1e6) / Math.max(time, 1);
    repeats = Math.ceil(repeats * Math.min(10, Math.max(1.5, factor)));
    time = timePerCall(call, repeats) * repeats;
  }
  return repeats;
}

function timePerCall(call: () => unknown, repeats: number): number {
  const start = processorNanoseconds();
  for (let i = 0; i < repeats; i++) call();
  return (processorNanoseconds() - start) / repeats;
}

/**
 * The processor time of all threads of the process, which includes garbage collection but not other programs. On Windows, where processor
 * time has a resolution of many milliseconds, wall-clock time is used instead.
 */
function processorNanoseconds(): number {
  if (process.platform === "win32") return 1e6 * performance.now();
  const { user, system } = process.cpuUsage();
  return 1000 * (user + system);
}
