import type { XmlDataset } from "@tierwise/datasets-xml";
import type { EvaluatorOptions, Metrics } from "@tierwise/metrics";
import type { Ranker, SparseRows } from "@tierwise/ranker";
import { memberDirectory, readRecord, type TrainingRecord } from "./training-record.ts";

/** A model as the commands use it: one ranker or several, whose scores are averaged. */
export interface Model {
  readonly directory: string;
  readonly features: number;
  readonly items: number;
  readonly hidden: number;
  readonly itemNames: readonly string[] | undefined;
  readonly members: readonly Ranker[];
  readonly record: TrainingRecord | undefined;
}

/** Reads a model from its directory. */
export async function openModel(directory: string): Promise<Model> {
  const { loadRanker } = await import("@tierwise/ranker");
  const record = await readRecord(directory);
  const members: Ranker[] = [];
  const count = record?.members ?? 1;
  for (let member = 0; member < count; member++) {
    members.push(await loadRanker(memberDirectory(directory, count, member)));
  }
  return modelOf(directory, members, record);
}

/** Rankers as a model. */
export function modelOf(directory: string, members: readonly Ranker[], record: TrainingRecord | undefined): Model {
  const { features, items, hidden, itemNames } = members[0];
  return { directory, features, items, hidden, itemNames, members, record };
}

/** Throws unless a model can rank the rows of a file; where labels are compared, they must be its items. */
export function checkFits(model: Model, path: string, data: XmlDataset, { labels }: { labels: boolean }): void {
  const wrongItems = labels && data.numLabels !== model.items;
  if (data.numFeatures === model.features && !wrongItems) return;
  const { numFeatures, numLabels } = data;
  throw new Error(
    `${path} has ${numFeatures} features and ${numLabels} labels; the model ${model.directory} is for ${model.features} features and ${model.items} items`,
  );
}

/** The mean scores of the members: rows × items. */
export function scoreRows({ members }: Model, rows: SparseRows): Float32Array {
  const sum = members[0].scores(rows);
  if (members.length === 1) return sum;
  for (const member of members.slice(1)) {
    const scores = member.scores(rows);
    for (let i = 0; i < sum.length; i++) sum[i] += scores[i];
  }
  for (let i = 0; i < sum.length; i++) sum[i] /= members.length;
  return sum;
}

/** The rows `from` to `to` of sparse rows. */
export function sliceRows({ indptr, indices, values }: SparseRows, from: number, to: number): SparseRows {
  const [start, end] = [indptr[from], indptr[to]];
  return {
    indptr: indptr.slice(from, to + 1).map((offset) => offset - start),
    indices: indices.subarray(start, end),
    values: values.subarray(start, end),
  };
}

/** Rows scored at once: as many as have some four million scores together. */
export function chunkRows({ items }: Model): number {
  return Math.max(1, Math.min(256, Math.floor(2 ** 22 / items)));
}

/** What is measured, and how. */
export interface EvaluateOptions extends EvaluatorOptions {
  readonly threads?: number;
  readonly onProgress?: (rows: number, ofRows: number) => void;
}

/** The metrics of a model on data. */
export async function evaluateModel(
  model: Model,
  data: XmlDataset,
  { threads, onProgress, ...options }: EvaluateOptions,
): Promise<Metrics> {
  const progress = onProgress === undefined ? {} : { onProgress };
  if (model.members.length === 1) {
    const { evaluate } = await import("@tierwise/ranker");
    const pool = threads === undefined ? {} : { threads };
    return evaluate(model.members[0], data, { ...options, ...pool, ...progress });
  }
  const { createEvaluator } = await import("@tierwise/metrics");
  const { rowIndices } = await import("@tierwise/datasets-xml");
  const evaluator = createEvaluator(options);
  const size = chunkRows(model);
  for (let from = 0; from < data.numRows; from += size) {
    const to = Math.min(from + size, data.numRows);
    const scores = scoreRows(model, sliceRows(data.features, from, to));
    for (let row = from; row < to; row++) {
      const at = (row - from) * model.items;
      evaluator.add(scores.subarray(at, at + model.items), rowIndices(data.labels, row));
    }
    onProgress?.(to, data.numRows);
  }
  return evaluator.result();
}
