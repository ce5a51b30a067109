/** The unit of a figure. Times and speeds are excluded, because they depend more on the machine than on the code. */
type Unit = "×" | "" | "%" | "nats" | "bytes" | "bytes/item" | "MB" | "GiB";

/** One claim that a suite checks: a measured figure and the target it must meet. */
export interface Claim {
  /** A description of the measurement: `time of value and gradient relative to the softmax, 19 of 30938 items`. */
  readonly what: string;
  /** The measured figure: a ratio to a baseline of the same run, a count, an error or a size. */
  readonly figure: number;
  /** The target; undefined if the figure is only reported. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Lower and upper quartile over the repeats, if the figure is a median. */
  readonly quartiles?: readonly [number, number];
  /** The unit of the figure. Default: `"×"`, a ratio. */
  readonly unit?: Unit;
  /** The times and speeds measured on this machine, from which the figure was computed: `1.2 ms`, `35 GFLOP/s`. */
  readonly context?: string;
  /** How the regression gate compares the figure with `baseline.json`; undefined if the figure is too noisy for that. */
  readonly gate?: Gate;
}

/** How the regression gate judges a ratio. */
export interface Gate {
  /** Whether lower or higher ratios are better. */
  readonly better: "lower" | "higher";
  /** How much worse than the baseline the ratio may be: 0.6 means 60%. Default: the tolerance of the gate. */
  readonly tolerance?: number;
}

export interface Report {
  /** The figures with their targets. */
  readonly claims: readonly Claim[];
  /** Sentences that state what could not be measured, and why. */
  readonly skipped?: readonly string[];
  /** Additional data for the JSON file, such as the series of a growth plot, the sizes and the seeds. */
  readonly details?: unknown;
}

/** The sections of the summary, in order. */
export const groups = [
  "The rules: accuracy and cost",
  "The losses: cost against N",
  "Kernels",
  "Training: step, epoch and growth",
  "Reading data",
  "Simulation and fits",
  "Selection and graphs",
  "Serving",
  "The command",
  "Other systems",
] as const;

/** A set of measurements that run together and are written to one file. */
export interface Suite {
  /** The name used with `--only` and for the file in `bench-results`. */
  readonly name: string;
  /** The section of the summary. */
  readonly group: (typeof groups)[number];
  /** Whether the regression gate runs the suite, because some of its claims have a {@link Gate}. Default: false. */
  readonly gated?: boolean;
  /** A one-line title for the summary. */
  readonly title: string;
  /** Runs the measurements. `quick` selects fewer repeats and smaller sizes, so that all suites together take two minutes. */
  readonly run: (options: { readonly quick: boolean }) => Report | Promise<Report>;
}

/** Whether a claim's figure meets its target. Always true without a target; a figure of NaN never meets a target. */
export function meets({ figure, target }: Claim): boolean {
  if (target === undefined) return true;
  return "atMost" in target ? figure <= target.atMost : figure >= target.atLeast;
}
