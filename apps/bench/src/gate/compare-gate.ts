import type { Claim, Gate } from "../timing/suite.ts";

/** A stored ratio of the regression gate. */
export interface BaselineEntry {
  readonly ratio: number;
  /** Which ratios are better. */
  readonly better: Gate["better"];
  /** How much worse it may be, where that is not the file's tolerance. */
  readonly tolerance?: number;
}

/** What `baseline.json` holds. */
export interface Baseline {
  /** How much worse than its stored ratio a claim may be: 0.4 is 40 %. */
  readonly tolerance: number;
  /** By `suite: claim`. */
  readonly claims: Readonly<Record<string, BaselineEntry>>;
}

/** What became of one claim. */
export interface Comparison {
  /** `suite: claim`. */
  readonly name: string;
  /** `missing`: in the baseline, but not in the run. `new`: in the run, but not in the baseline. */
  readonly verdict: "held" | "better" | "worse" | "missing" | "new";
  /** Measured; NaN where it is missing. */
  readonly ratio: number;
  /** Stored; NaN where it is new. */
  readonly stored: number;
  /** How many times worse than stored: 1.1 is a tenth worse, 0.5 twice as good; NaN where one of them is not there. */
  readonly worse: number;
  readonly tolerance: number;
}

/** The gated claims of a suite by the names that the baseline gives them. */
export function gatedClaims(suite: string, claims: readonly Claim[]): Record<string, BaselineEntry> {
  return Object.fromEntries(
    claims.flatMap(({ what, figure, gate }) =>
      gate === undefined ? [] : [[`${suite}: ${what}`, { ratio: figure, ...gate }]],
    ),
  );
}

/**
 * Compares a run with the baseline. A claim is worse where its ratio is more than the tolerance on the wrong side of the stored
 * one: above stored · (1 + tolerance) where lower is better, below stored / (1 + tolerance) where higher is. A ratio that is not a
 * positive number is worse too.
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

/** Whether the gate must stay shut. */
export function isRegression({ verdict }: Comparison): boolean {
  return verdict === "worse" || verdict === "missing";
}

/** The better of two measurements of the same claims, so that one is worse in the end only if it was each time. */
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
