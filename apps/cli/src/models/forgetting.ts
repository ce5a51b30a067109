import type { Csr, LabeledRows } from "@tierwise/data";
import type { Metrics } from "@tierwise/metrics";
import type { TrainedModel } from "@tierwise/ranker";
import { percent } from "../metrics/metrics-table.ts";
import type { SeenFlags } from "../options/recommender-options.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable, type TableContent } from "../terminal/table.ts";
import { seenBy } from "./model-rows.ts";

/** Rows on which a model is compared before and after its extension, with the features and items of the extended model. */
export interface OldRows {
  readonly title: string;
  readonly rows: LabeledRows;
}

/** Metrics on the same rows before and after an extension. */
export interface Forgetting {
  readonly title: string;
  readonly before: Metrics;
  readonly after: Metrics;
  /** A table of the metrics before and after the extension, in percent. */
  readonly table: TableContent;
  readonly words: (colors: Colors) => string;
}

interface Comparison {
  readonly from: TrainedModel;
  readonly model: TrainedModel;
  readonly tests: readonly OldRows[];
  readonly flags: SeenFlags & { readonly k: readonly number[] };
  readonly threads?: number;
}

/** Evaluates both models on each set of rows. For the old model, new items count as misses. */
export async function measureForgetting({ from, model, tests, flags, threads }: Comparison): Promise<Forgetting[]> {
  const { evaluate } = await import("@tierwise/ranker");
  const ks = [...new Set(flags.k)].sort((a, b) => a - b);
  const measure = async (which: TrainedModel, rows: LabeledRows): Promise<Metrics> => {
    const exclude = await seenBy(which, rows, flags);
    return evaluate(which, rows, { ks, ...(exclude && { exclude }), ...(threads !== undefined && { threads }) });
  };
  const found: Forgetting[] = [];
  for (const { title, rows } of tests) {
    const before = await measure(from, knownPart(rows, from));
    const after = await measure(model, rows);
    const table = forgettingTable(before, after, ks);
    const words = (colors: Colors): string =>
      `${title}, before and after the extension, in percent:\n\n${renderTable(table, colors)}`;
    found.push({ title, before, after, table, words });
  }
  return found;
}

function forgettingTable(before: Metrics, after: Metrics, ks: readonly number[]): TableContent {
  const change = (a: number, b: number): string => `${b >= a ? "+" : ""}${percent(b - a)}`;
  return {
    head: ["k", "P@k before", "after", "change", "nDCG@k before", "after", "change"],
    rows: ks.map((k) => [
      String(k),
      ...[before.precision, after.precision].map((values) => percent(values[k])),
      change(before.precision[k], after.precision[k]),
      ...[before.ndcg, after.ndcg].map((values) => percent(values[k])),
      change(before.ndcg[k], after.ndcg[k]),
    ]),
    align: Array.from({ length: 7 }, () => "right" as const),
  };
}

/** Restricts rows to the features and items of a smaller model, which have the lowest numbers. */
function knownPart(rows: LabeledRows, { featureCount, itemCount }: TrainedModel): LabeledRows {
  return {
    ...rows,
    features: below(rows.features, featureCount),
    labels: below(rows.labels, itemCount),
    numFeatures: featureCount,
    numLabels: itemCount,
  };
}

function below<Rows extends Csr>(matrix: Rows, columns: number): Rows {
  const { indptr, indices, values } = matrix;
  const offsets = new Int32Array(indptr.length);
  const kept: number[] = [];
  for (let row = 0; row + 1 < indptr.length; row++) {
    for (let k = indptr[row]; k < indptr[row + 1]; k++) if (indices[k] < columns) kept.push(k);
    offsets[row + 1] = kept.length;
  }
  return {
    indptr: offsets,
    indices: Int32Array.from(kept, (k) => indices[k]),
    ...(values && { values: Float32Array.from(kept, (k) => values[k]) }),
  } as Rows;
}
