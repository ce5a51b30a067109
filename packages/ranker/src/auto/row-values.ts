import { readCriterion } from "../training/settings.ts";
import type { AutoOptions } from "./auto-options.ts";

/** The metrics of each validation row: the criterion, P@1 and P@5. */
export interface RowValues {
  readonly criterion: Float64Array;
  readonly precision1: Float64Array;
  readonly precision5: Float64Array;
}

export function allocateRowValues(count: number): RowValues {
  return {
    criterion: new Float64Array(count),
    precision1: new Float64Array(count),
    precision5: new Float64Array(count),
  };
}

/** The number of ranked items needed for the criterion and P@5. */
export function depthOf(criterion: AutoOptions["criterion"] = "ndcg@5"): number {
  return Math.max(readCriterion(criterion).k, 5);
}

/** Sets the metrics of a row from its best items: {@link depthOf} of them, or all items if there are fewer. */
export function rateRow(
  values: RowValues,
  row: number,
  top: Int32Array,
  items: Int32Array,
  criterion: AutoOptions["criterion"] = "ndcg@5",
): void {
  const { metric, k } = readCriterion(criterion);
  const relevant = new Set(items);
  values.criterion[row] = metric === "ndcg" ? ndcg(top, relevant, k) : precision(top, relevant, k);
  values.precision1[row] = precision(top, relevant, 1);
  values.precision5[row] = precision(top, relevant, 5);
}

/** The means over rows, and the standard error of the difference between the criterion in `values` and in `first`. */
export function summarize(values: RowValues | undefined, first: RowValues | undefined): ValueSummary {
  if (values === undefined) {
    return { value: Number.NaN, differenceError: 0, precision1: Number.NaN, precision5: Number.NaN };
  }
  return {
    value: mean(values.criterion),
    differenceError: first === undefined ? 0 : pairedError(values.criterion, first.criterion),
    precision1: mean(values.precision1),
    precision5: mean(values.precision5),
  };
}

interface ValueSummary {
  readonly value: number;
  readonly differenceError: number;
  readonly precision1: number;
  readonly precision5: number;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard error of the mean difference of paired values. */
function pairedError(a: Float64Array, b: Float64Array): number {
  const differences = a.map((value, i) => value - b[i]);
  const center = mean(differences);
  const squares = differences.reduce((sum, difference) => sum + (difference - center) ** 2, 0);
  return a.length < 2 ? 0 : Math.sqrt(squares / (a.length - 1) / a.length);
}

/** The fraction of relevant items among the first k. */
function precision(ranking: Int32Array, relevant: ReadonlySet<number>, k: number): number {
  let hits = 0;
  for (let place = 0; place < Math.min(k, ranking.length); place++) hits += Number(relevant.has(ranking[place]));
  return hits / k;
}

/** The sum of 1/log₂(place + 1) over the relevant places ≤ k, divided by its maximum, or 0 for a row without relevant items. */
function ndcg(ranking: Int32Array, relevant: ReadonlySet<number>, k: number): number {
  let [sum, ideal] = [0, 0];
  for (let place = 0; place < k; place++) {
    const gain = 1 / Math.log2(place + 2);
    if (place < ranking.length && relevant.has(ranking[place])) sum += gain;
    if (place < relevant.size) ideal += gain;
  }
  return ideal === 0 ? 0 : sum / ideal;
}
