import type { AtK, GroupMetrics, Metrics } from "@tierwise/metrics";
import type { TrainingResult } from "@tierwise/ranker";
import { type MethodName, methodCatalog } from "../methods/method-names.ts";
import { groupBy } from "../statistics/group-by.ts";
import { mean, meanAndError } from "../statistics/mean-and-error.ts";
import type { RowValues } from "../training/row-values.ts";

/** One run of a method, with one seed. */
export interface MethodRun {
  /** The seed. */
  readonly seed: number;
  /** `diverged` if training diverged at every learning rate, otherwise `trained`. */
  readonly outcome: "diverged" | "trained";
  /** The metrics on the test rows; null if training diverged. */
  readonly metrics: Metrics | null;
  /** The result of training, if the method is a ranker. */
  readonly training?: TrainingResult;
  /** The training time. */
  readonly seconds: number;
  /** The fingerprint of the data. If two runs have the same fingerprint, they have the same test rows. */
  readonly data?: string;
  /** The metrics of each test row. */
  readonly rows?: RowValues;
}

/** A method and its runs. */
export interface MethodSummary {
  /** Its name. */
  readonly name: MethodName;
  /** The title in a table header. */
  readonly title: string;
  /** The runs, one per seed. */
  readonly runs: readonly MethodRun[];
  /** The mean of each metric over the seeds; undefined if a run diverged. */
  readonly mean?: Metrics;
  /** The standard error of each mean; undefined if there is only one seed. */
  readonly standardError?: Metrics;
  /** The mean training time per seed. */
  readonly seconds: number;
}

/** The properties of a result that the summary uses. */
interface MethodResult extends Omit<MethodRun, "data" | "training"> {
  readonly method: MethodName;
  readonly data?: { readonly fingerprint: string };
  readonly result?: TrainingResult;
}

/** The metrics of an evaluator that have one value per cutoff. */
const names = ["precision", "ndcg", "psp", "psndcg", "recall"] as const;

/** Means and standard errors over the seeds, per method. */
export function summarizeMethods(results: readonly MethodResult[]): MethodSummary[] {
  return groupBy(results, ({ method }) => method).map((group) => {
    const [{ method }] = group;
    const runs = group.map(({ seed, outcome, metrics, seconds, result, data, rows }) => ({
      ...{ seed, outcome, metrics, seconds },
      ...(result === undefined ? {} : { training: result }),
      ...(data === undefined ? {} : { data: data.fingerprint }),
      ...(rows === undefined ? {} : { rows }),
    }));
    const found = runs.flatMap(({ metrics }) => metrics ?? []);
    const complete = found.length === runs.length;
    return {
      name: method,
      title: methodCatalog[method].column,
      runs,
      ...(complete ? { mean: combine(found, mean) } : {}),
      ...(complete && runs.length > 1
        ? { standardError: combine(found, (values) => meanAndError(values).standardError ?? Number.NaN) }
        : {}),
      seconds: mean(runs.map((run) => run.seconds)),
    };
  });
}

/** Applies `how` to the values of each metric across all runs. */
function combine(all: readonly Metrics[], how: (values: number[]) => number): Metrics {
  const [first] = all;
  const atK = (of: (metrics: Metrics) => AtK | undefined): AtK | undefined => {
    const values = of(first);
    if (values === undefined) return undefined;
    const ks = Object.keys(values).map(Number);
    return Object.fromEntries(ks.map((k) => [k, how(all.map((metrics) => of(metrics)?.[k] ?? Number.NaN))]));
  };
  const plain = names.flatMap((name) => {
    const values = atK((metrics) => metrics[name]);
    return values === undefined ? [] : [[name, values] as const];
  });
  const groups = Object.keys(first.groups ?? {}).map((group): [string, GroupMetrics] => {
    const part = (key: keyof GroupMetrics): AtK => atK((metrics) => metrics.groups?.[group]?.[key]) ?? {};
    return [group, { precision: part("precision"), recall: part("recall") }];
  });
  return {
    ...(Object.fromEntries(plain) as unknown as Metrics),
    ...(first.groups === undefined ? {} : { groups: Object.fromEntries(groups) }),
  };
}

/**
 * The largest standard error of any value in the tables, in percent; undefined if there is only one seed.
 *
 * @param methods - The summary of a comparison.
 * @param ks - The cutoffs of the tables.
 */
export function largestError(methods: readonly MethodSummary[], ks: readonly number[]): number | undefined {
  const errors = methods.flatMap(({ standardError: se }) =>
    se === undefined ? [] : names.flatMap((name) => ks.map((k) => 100 * (se[name]?.[k] ?? 0))),
  );
  return errors.length === 0 ? undefined : Math.max(...errors);
}
