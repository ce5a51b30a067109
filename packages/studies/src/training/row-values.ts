import type { Csr } from "@tierwise/data";
import type { Model, PsndcgConvention } from "@tierwise/metrics";

/** A metric as a ratio of gains per test row. For the whole dataset, the metric is the sum of `values` divided by the sum of `best`. */
export interface RowRatios {
  /** The gain of each row's ranking. */
  readonly values: readonly number[];
  /** For propensity-scored metrics, the largest gain that a ranking of each row can have. Default: 1 for every row. */
  readonly best?: readonly number[];
}

/** The metrics of every test row, by metric and cutoff. */
export type RowValues = Readonly<Record<"ndcg" | "precision", Readonly<Record<number, RowRatios>>>> &
  Readonly<Partial<Record<"psndcg" | "psp", Readonly<Record<number, RowRatios>>>>>;

/** The metrics to compute for each row. */
export interface RowMeasure {
  /** The cutoffs. */
  readonly ks: readonly number[];
  /** The inverse propensity of each item; without it there are no propensity-scored metrics. */
  readonly inversePropensity?: ArrayLike<number> | undefined;
  /** The definition of PSnDCG@k. Default: `"pyxclib"`. */
  readonly psndcg?: PsndcgConvention | undefined;
}

/** A model that also records the rankings that it returns, in the order of the calls. */
export function recordingModel(model: Model): { readonly model: Model; readonly rankings: Int32Array[] } {
  const rankings: Int32Array[] = [];
  return {
    rankings,
    model: {
      ...model,
      async rank(rows, options) {
        const found = await model.rank(rows, options);
        for (let row = 0; row + 1 < rows.indptr.length; row++) {
          rankings.push(found.items.slice(row * found.k, (row + 1) * found.k));
        }
        return found;
      },
    },
  };
}

const digits = 1e6;
const rounded = (value: number): number => Math.round(digits * value) / digits;
const discount = (place: number): number => 1 / Math.log2(place + 2);

/**
 * Computes the metrics of every row from its ranking, so that methods can be compared row by row. The resulting metrics of the whole
 * dataset agree with those of the evaluator up to rounding to six decimals.
 */
export function rowValues(rankings: readonly Int32Array[], labels: Csr, measure: RowMeasure): RowValues {
  const { ks, inversePropensity: weights, psndcg = "pyxclib" } = measure;
  const relevant = rankings.map((_, row) => labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]));
  const atKs = (of: (k: number) => RowRatios): Record<number, RowRatios> =>
    Object.fromEntries(ks.map((k) => [k, of(k)]));
  /** Σ over relevant places below k of gain(item)·factor(place). */
  const gained = (
    row: number,
    k: number,
    gain: (item: number) => number,
    factor: (place: number) => number,
  ): number => {
    const set = new Set(relevant[row]);
    let sum = 0;
    for (const [place, item] of rankings[row].subarray(0, k).entries()) {
      if (set.has(item)) sum += gain(item) * factor(place);
    }
    return sum;
  };
  const one = (): number => 1;
  const ideal = (count: number): number => {
    let sum = 0;
    for (let place = 0; place < count; place++) sum += discount(place);
    return sum;
  };
  const each = (of: (row: number) => number): number[] => rankings.map((_, row) => rounded(of(row)));
  const plain = {
    precision: atKs((k) => ({ values: each((row) => gained(row, k, one, one) / k) })),
    ndcg: atKs((k) => ({
      values: each((row) => {
        const best = ideal(Math.min(k, relevant[row].length));
        return best === 0 ? 0 : gained(row, k, one, discount) / best;
      }),
    })),
  };
  if (weights === undefined) return plain;
  const sorted = relevant.map((items) =>
    Float64Array.from(items, (item) => weights[item])
      .sort()
      .reverse(),
  );
  const bestOf = (row: number, k: number, factor: (place: number) => number): number =>
    sorted[row].subarray(0, k).reduce((sum, weight, place) => sum + weight * factor(place), 0);
  const gain = (item: number): number => weights[item];
  const scale = (row: number, k: number): number =>
    psndcg === "pyxclib" ? 1 / (ideal(Math.min(k, relevant[row].length)) || 1) : 1;
  return {
    ...plain,
    psp: atKs((k) => ({
      values: each((row) => gained(row, k, gain, one)),
      best: each((row) => bestOf(row, k, one)),
    })),
    psndcg: atKs((k) => ({
      values: each((row) => gained(row, k, gain, discount) * scale(row, k)),
      best: each((row) => bestOf(row, k, discount) * scale(row, k)),
    })),
  };
}
