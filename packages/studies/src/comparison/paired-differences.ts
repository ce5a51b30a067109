import { type MeanAndError, meanAndError } from "../statistics/mean-and-error.ts";
import type { MethodSummary } from "./summary.ts";

/** The lead of the first method of a comparison over another method. */
export interface PairedDifference {
  /** The title of the other method. */
  readonly title: string;
  /** The metric. */
  readonly metric: "ndcg" | "precision";
  /** The cutoff. */
  readonly k: number;
  /** The mean and standard error of the differences over the seeds. */
  readonly difference: MeanAndError;
}

/**
 * The differences between the first method of a comparison and each other method, seed by seed. All methods use the same test rows for a
 * seed, so the standard error of a difference is usually smaller than the standard errors of the two methods suggest.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cutoffs.
 * @returns One entry per other method, metric and cutoff. Empty if a run diverged or there is only one seed.
 */
export function pairedDifferences(
  [first, ...others]: readonly MethodSummary[],
  ks: readonly number[],
): PairedDifference[] {
  const complete = others.filter(({ mean }) => mean !== undefined);
  if (first?.mean === undefined || first.runs.length < 2) return [];
  const { runs } = first;
  return complete.flatMap(({ title, runs: other }) =>
    (["precision", "ndcg"] as const).flatMap((metric) =>
      ks.map((k) => {
        const differences = runs.map(({ seed, metrics }) => {
          const same = other.find((run) => run.seed === seed);
          return (metrics?.[metric][k] ?? Number.NaN) - (same?.metrics?.[metric][k] ?? Number.NaN);
        });
        return { title, metric, k, difference: meanAndError(differences) };
      }),
    ),
  );
}
