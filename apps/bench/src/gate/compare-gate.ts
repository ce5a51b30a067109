import type { Claim, Gate } from "../timing/suite.ts";

/** A stored ratio of the regression gate. */
export interface BaselineEntry {
  readonly ratio: number;
  /** Whether lower or higher ratios are better. */
  readonly better: Gate["better"];
  /** How much worse the ratio may be: 0.4 means 40%. Default: {@link Baseline.tolerance}. */
  readonly tolerance?: number;
}

/** The content of `baseline.json`. */
export interface Baseline {
  /** How much worse than its stored ratio a claim may be: 0.4 means 40%. */
  readonly tolerance: number;
  /** The stored ratios; keys have the form `suite: claim`. */
  readonly claims: Readonly<Record<string, BaselineEntry>>;
}

/** The comparison of one claim with the baseline. */
export interface Comparison {
  /** The name of the claim, in the form `suite: claim`. */
  readonly name: string;
  /** `missing`: in the baseline, but not in the run. `new`: in the run, but not in the baseline. */
  readonly verdict: "held" | "better" | "worse" | "missing" | "new";
  /** The measured ratio; NaN if the claim is missing. */
  readonly ratio: number;
  /** The stored ratio; NaN if the claim is new. */
  readonly stored: number;
  /** The factor by which the ratio is worse than the stored ratio: 1.1 is 10% worse, 0.5 twice as good; NaN for a missing or new claim. */
  readonly worse: number;
  readonly tolerance: number;
}

/** The gated claims of a suite, with their names in the baseline as keys. */
export function gatedClaims(suite: string, claims: readonly Claim[]): Record<string, BaselineEntry> {
  return Object.fromEntries(
    claims.flatMap(({ what, figure, gate }) =>
      gate === undefined ? [] : [[`${suite}: ${what}`, { ratio: figure, ...gate }]],
    ),
  );
}

/**
 * Compares a run with the baseline. A claim is worse if its ratio differs from the stored ratio by more than the tolerance: above stored ·
 * (1 + tolerance) if lower is better, below stored / (1 + tolerance) if higher is better. A ratio that is not a positive number is also
 * worse.
 */
export function compareGate(baseline: Baseline, run: Readonly<Record<string, BaselineEntry>>): Comparison[] {
  const stored = Object.entries(baseline.claims).map(([name, entry]) => {
    const tolerance = entry.tolerance ?? baseline.tolerance;
    const ratio = run[name]?.ratio ?? Number.NaN;
    const worse = entry.better === "lower" ? ratio / entry.ratio : entry.ratio / ratio;
    const verdict = name in run ? verdictOf(worse, tolerance) : "missing";
    return { name, verdict, ratio, stored: entry.ratio, worse, tolerance } as const;
  });
  const added = Object.entries(run)
    .filter(([name]) => !(name in baseline.claims))
    .map(([name, { ratio, tolerance = baseline.tolerance }]) => {
      return { name, verdict: "new", ratio, stored: Number.NaN, worse: Number.NaN, tolerance } as const;
    });
  return [...stored, ...added];
}

function verdictOf(worse: number, tolerance: number): "held" | "better" | "worse" {
  if (!(worse > 0 && worse <= 1 + tolerance)) return "worse";
  return worse < 1 / (1 + tolerance) ? "better" : "held";
}

/** Whether a comparison fails the gate. */
export function isRegression({ verdict }: Comparison): boolean {
  return verdict === "worse" || verdict === "missing";
}

/** Keeps the better of two measurements for each claim, so that a claim counts as worse only if every measurement was worse. */
export function keepBetter(
  first: Readonly<Record<string, BaselineEntry>>,
  second: Readonly<Record<string, BaselineEntry>>,
): Record<string, BaselineEntry> {
  const kept = { ...first };
  for (const [name, entry] of Object.entries(second)) {
    const other = kept[name];
    const isBetter =
      other === undefined || (entry.better === "lower" ? entry.ratio < other.ratio : entry.ratio > other.ratio);
    if (isBetter || Number.isNaN(other.ratio)) kept[name] = entry;
  }
  return kept;
}
