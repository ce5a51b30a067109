/** What a figure is in. No unit of time or speed is among them: a bare time says more about the machine than about the code. */
type Unit = "×" | "" | "%" | "nats" | "bytes" | "bytes/item" | "MB" | "GiB";

/** One claim that a suite checks: a measured figure beside the target it must meet. */
export interface Claim {
  /** What is measured, in words: `value + gradient, 19 of 30 938 items, against a softmax`. */
  readonly what: string;
  /** The figure measured: a ratio to a baseline of the same run, a count, an error, a size. */
  readonly figure: number;
  /** The target; left out where a figure is only reported. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Lower and upper quartile over the repeats, where the figure is a median. */
  readonly quartiles?: readonly [number, number];
  /** What the figure is in; a ratio where left out. */
  readonly unit?: Unit;
  /** The times and speeds behind the figure on this machine, for context: `1.2 ms`, `35 GFLOP/s`. */
  readonly beside?: string;
  /** Held against `baseline.json` by the regression gate; left out where the figure is not steady enough for that. */
  readonly gate?: Gate;
}

/** How the regression gate looks at a ratio. */
export interface Gate {
  /** Which ratios are better. */
  readonly better: "lower" | "higher";
  /** How much worse than the baseline it may be, where that is not the gate's own tolerance: 0.6 is 60 %. */
  readonly tolerance?: number;
}

/** What a suite found. */
export interface Report {
  /** The figures, with their targets. */
  readonly claims: readonly Claim[];
  /** What could not be measured here and why, each in a sentence. */
  readonly skipped?: readonly string[];
  /** Anything more for the JSON file: the series behind a growth plot, the sizes, the seeds. */
  readonly details?: unknown;
}

/** The parts of the summary, in its order. */
export const groups = [
  "The rules: accuracy and cost",
  "The losses: cost against N",
  "Kernels",
  "Training: step, epoch and growth",
  "Reading data",
  "Simulation and fits",
  "Selection and graphs",
  "Other systems",
] as const;

/** A group of measurements that are run together and written to one file. */
export interface Suite {
  /** The file name in `bench-results`, and what `--only` takes. */
  readonly name: string;
  /** Under which heading of the summary it stands. */
  readonly group: (typeof groups)[number];
  /** Whether some of its claims have a {@link Gate}, so that the regression gate runs it. */
  readonly gated?: boolean;
  /** One line for the summary. */
  readonly title: string;
  /** Measures. `quick` asks for fewer repeats and smaller sizes, so that all suites take two minutes. */
  readonly run: (options: { readonly quick: boolean }) => Report | Promise<Report>;
}

/** Whether a claim's figure meets its target. A figure without target always does; NaN never meets one. */
export function meets({ figure, target }: Claim): boolean {
  if (target === undefined) return true;
  return "atMost" in target ? figure <= target.atMost : figure >= target.atLeast;
}
