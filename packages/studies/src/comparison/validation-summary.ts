import { type MeanAndError, meanAndError } from "../statistics/mean-and-error.ts";
import type { MethodRun, MethodSummary } from "./summary.ts";

/** A metric of a method on validation and test rows. */
export interface ValidationEntry {
  /** The metric. */
  readonly metric: "ndcg" | "precision";
  /** The cutoff. */
  readonly k: number;
  /** The mean and standard error over the seeds on the validation rows, at the chosen epoch. */
  readonly validation: MeanAndError;
  /** The mean and standard error over the seeds on the test rows. */
  readonly test: MeanAndError;
}

/** The metrics of a ranker on validation and test rows. */
export interface MethodValidation {
  /** The title of the method in a table header. */
  readonly title: string;
  /** The metrics that were computed on both validation and test rows. */
  readonly entries: readonly ValidationEntry[];
}

/**
 * Compares the validation rows of a comparison with its test rows: both follow the same protocol, so their metrics should agree within
 * their standard errors.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cutoffs of the test metrics. Metrics that validation does not report are omitted.
 * @returns One entry per ranker; other methods have no validation rows.
 */
export function validationSummary(methods: readonly MethodSummary[], ks: readonly number[]): MethodValidation[] {
  return methods.flatMap(({ title, runs }) => {
    const chosen = runs.flatMap((run) => chosenEpoch(run) ?? []);
    if (chosen.length === 0 || chosen.length < runs.length) return [];
    const entries = (["precision", "ndcg"] as const).flatMap((metric) =>
      ks
        .filter((k) => chosen.every((report) => report[metric][k] !== undefined))
        .map((k) => ({
          metric,
          k,
          validation: meanAndError(chosen.map((report) => report[metric][k])),
          test: meanAndError(runs.map(({ metrics }) => metrics?.[metric][k] ?? Number.NaN)),
        })),
    );
    return [{ title, entries }];
  });
}

/** The validation report of the epoch that training chose. */
function chosenEpoch({
  training,
}: MethodRun): NonNullable<NonNullable<MethodRun["training"]>["history"][number]["validation"]> | undefined {
  if (training === undefined) return undefined;
  const { history, settings, learningRate, epoch: best } = training;
  const report = history.find(({ trial, epoch }) => settings.learningRates[trial] === learningRate && epoch === best);
  return report?.validation;
}
