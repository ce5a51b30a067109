import type { XmlDataset } from "@tierwise/datasets-xml";
import type { EvaluatorOptions, Metrics } from "@tierwise/metrics";
import type { Model, SparseRows } from "@tierwise/ranker";
import type { Session } from "../terminal/session.ts";

/** Reads a model from its directory, and says where its training is unfinished. */
export async function openModel(directory: string, session: Session): Promise<Model> {
  const { loadModel } = await import("@tierwise/ranker");
  const model = await loadModel(directory);
  if (model.finished) return model;
  if (model.members.every(({ steps }) => steps === 0)) {
    throw new Error(`${directory} holds a training that has not come to a model yet; go on with train --resume`);
  }
  session.note(`The training in ${directory} is not finished: this is its best model so far.`);
  return model;
}

/** Throws unless a model can rank the rows of a file; where labels are compared, they must be its items. */
export function checkFits(
  model: Pick<Model, "directory" | "features" | "items">,
  path: string,
  data: XmlDataset,
  { labels }: { labels: boolean },
): void {
  const wrongItems = labels && data.numLabels !== model.items;
  if (data.numFeatures === model.features && !wrongItems) return;
  const { numFeatures, numLabels } = data;
  throw new Error(
    `${path} has ${numFeatures} features and ${numLabels} labels; the model ${model.directory} is for ${model.features} features and ${model.items} items`,
  );
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
  const { rowIndices } = await import("@tierwise/data");
  const evaluator = createEvaluator(options);
  const size = chunkRows(model);
  for (let from = 0; from < data.numRows; from += size) {
    const to = Math.min(from + size, data.numRows);
    const scores = model.scores(sliceRows(data.features, from, to));
    for (let row = from; row < to; row++) {
      const at = (row - from) * model.items;
      evaluator.add(scores.subarray(at, at + model.items), rowIndices(data.labels, row));
    }
    onProgress?.(to, data.numRows);
  }
  return evaluator.result();
}
