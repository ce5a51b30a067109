import { randomStream } from "@tierwise/random";
import type { RowValues } from "../training/row-values.ts";
import type { MethodSummary } from "./summary.ts";

/** A metric whose value is known for each test row. */
export type RowMetric = keyof RowValues;

/** The difference in a metric between the reference method and another method on the same test rows. */
export interface RowDifference {
  /** The name of the method. */
  readonly name: string;
  /** The title of the method in a table header. */
  readonly title: string;
  /** The metric of the reference method minus the metric of this method. */
  readonly difference: number;
  /** The lower end of the 95% interval, over resampled test rows. */
  readonly low: number;
  /** The upper end of the interval. */
  readonly high: number;
}

const resamples = 1000;
const share = 0.025;
const stream = 11;

/**
 * Compares a reference method with every other method on the same test rows: computes the difference in a metric and its interval by a
 * paired bootstrap. Each of 1000 resamples draws all test rows with replacement and computes the metric of every method on the drawn rows.
 * Runs on the same test rows are first averaged row by row; rows from different test sets, such as folds, are pooled.
 *
 * @param methods - The summary of a comparison.
 * @param metric - The metric.
 * @param k - The cutoff.
 * @param reference - The name of the method to compare with. Default: the method with the best metric.
 * @returns One entry for each other method whose metrics per row are known; empty if those of the reference method are not known.
 */
export function pairedBootstrap(
  methods: readonly MethodSummary[],
  metric: RowMetric,
  k: number,
  reference?: string,
): RowDifference[] {
  const known = methods.flatMap((method) => {
    const rows = pooledRows(method, metric, k);
    return rows === undefined ? [] : [{ method, rows, value: ratio(rows) }];
  });
  if (known.length === 0) return [];
  const best = known.reduce((a, b) => (b.value > a.value ? b : a));
  const first = reference === undefined ? best : known.find(({ method }) => method.name === reference);
  if (first === undefined) return [];
  const count = first.rows.values.length;
  const others = known.filter((one) => one !== first && one.rows.values.length === count);
  const samples = others.map(() => new Float64Array(resamples));
  const all = [first, ...others].map(({ rows }) => rows);
  const random = randomStream(0, stream);
  const drawn = new Int32Array(count);
  for (let r = 0; r < resamples; r++) {
    for (let i = 0; i < count; i++) drawn[i] = Math.floor(random() * count);
    const [own, ...rest] = all.map((rows) => ratio(rows, drawn));
    for (const [m, value] of rest.entries()) samples[m][r] = own - value;
  }
  return others.map(({ method: { name, title }, value }, m) => {
    const sorted = samples[m].sort();
    const at = (quantile: number): number => sorted[Math.round(quantile * (resamples - 1))];
    return { name, title, difference: first.value - value, low: at(share), high: at(1 - share) };
  });
}

/**
 * The methods that share the lead in a metric: the best method, and every method for which the interval of the difference includes 0. A
 * method whose metrics per row are not known shares the lead only if its mean equals the best mean.
 *
 * @param methods - The summary of a comparison.
 * @param metric - The metric.
 * @param k - The cutoff.
 * @returns The names of the methods.
 */
export function leadingMethods(methods: readonly MethodSummary[], metric: RowMetric, k: number): ReadonlySet<string> {
  const means = methods.flatMap(({ name, mean }) => {
    const value = mean?.[metric]?.[k];
    return value === undefined || Number.isNaN(value) ? [] : [{ name, value: Number((100 * value).toFixed(2)) }];
  });
  const most = Math.max(...means.map(({ value }) => value));
  const leading = new Set<string>(means.filter(({ value }) => value === most).map(({ name }) => name));
  const [best] = leading;
  if (best === undefined) return leading;
  for (const { name, low } of pairedBootstrap(methods, metric, k, best)) if (low <= 0) leading.add(name);
  return leading;
}

interface PooledRows {
  readonly values: Float64Array;
  readonly best?: Float64Array;
}

/** The metric of a method per row, averaged over the runs on the same test rows; undefined if it is not known for every run. */
function pooledRows({ runs }: MethodSummary, metric: RowMetric, k: number): PooledRows | undefined {
  const groups = new Map<string, (readonly number[])[]>();
  const best = new Map<string, readonly number[] | undefined>();
  for (const { rows, data = "" } of runs) {
    const ratios = rows?.[metric]?.[k];
    if (ratios === undefined) return undefined;
    groups.set(data, [...(groups.get(data) ?? []), ratios.values]);
    best.set(data, ratios.best);
  }
  const names = [...groups.keys()].sort();
  const means = names.flatMap((name) => {
    const lists = groups.get(name) ?? [];
    return lists[0].map((_, row) => lists.reduce((sum, list) => sum + list[row], 0) / lists.length);
  });
  const weights = names.map((name) => best.get(name));
  if (weights.some((list) => list === undefined)) return { values: Float64Array.from(means) };
  return { values: Float64Array.from(means), best: Float64Array.from(weights.flatMap((list) => [...(list ?? [])])) };
}

/** Σ values/Σ best over all rows, or over drawn rows. */
function ratio({ values, best }: PooledRows, drawn?: Int32Array): number {
  const count = values.length;
  let [sum, most] = [0, 0];
  for (let i = 0; i < count; i++) {
    const row = drawn === undefined ? i : drawn[i];
    sum += values[row];
    most += best === undefined ? 1 : best[row];
  }
  return most === 0 ? 0 : sum / most;
}
