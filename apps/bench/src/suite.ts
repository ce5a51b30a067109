/** One claim that a suite checks: a measured figure beside the target it must meet. */
export interface Claim {
  /** What is measured, in words: `value + gradient, 19 of 30 938 items, against a softmax`. */
  readonly what: string;
  /** The figure measured. */
  readonly figure: number;
  /** The target; left out where a figure is only reported. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Lower and upper quartile over the repeats, where the figure is a median. */
  readonly quartiles?: readonly [number, number];
  /** What the figure is in: `×`, `evaluations`; a ratio where left out. */
  readonly unit?: string;
}

/** What a suite found. */
export interface Report {
  /** The figures, with their targets. */
  readonly claims: readonly Claim[];
  /** Anything more for the JSON file: the series behind a growth plot, the sizes, the seeds. */
  readonly details?: unknown;
}

/** A group of measurements that are run together and written to one file. */
export interface Suite {
  /** The file name in `bench-results`, and what `--only` takes. */
  readonly name: string;
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
