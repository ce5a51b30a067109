import type { AtK, GroupMetrics, Metrics } from "@tierwise/metrics";
import type { MetricName } from "../metrics/metrics-table.ts";
import type { MethodRun } from "./run-method.ts";

/** A method and its runs. */
export interface MethodResult {
  readonly name: string;
  readonly title: string;
  readonly runs: readonly MethodRun[];
  readonly mean: Metrics;
  /** The standard error of each mean; left out with a single seed. */
  readonly standardError?: Metrics;
  readonly seconds: number;
}

const names: readonly MetricName[] = ["precision", "ndcg", "psp", "psndcg", "recall"];

/** Sums the runs of a method up. */
export function summarise(name: string, title: string, runs: readonly MethodRun[]): MethodResult {
  const seconds = mean(runs.map((run) => run.seconds));
  const all = runs.map(({ metrics }) => metrics);
  const summary = { name, title, runs, mean: combine(all, mean), seconds };
  return runs.length < 2 ? summary : { ...summary, standardError: combine(all, standardError) };
}

/** The metrics that `how` makes of each value over runs. */
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardError(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** The largest standard error of any figure in the tables, in per cent; undefined with a single seed. */
export function largestError(methods: readonly MethodResult[], ks: readonly number[]): number | undefined {
  const errors = methods.flatMap(({ standardError: se }) =>
    se === undefined ? [] : names.flatMap((name) => ks.map((k) => 100 * (se[name]?.[k] ?? 0))),
  );
  return errors.length === 0 ? undefined : Math.max(...errors);
}
