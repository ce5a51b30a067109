import { createLoss, type RankingLoss, rowLoss } from "@tierwise/losses";
import { createEvaluator, topK } from "@tierwise/metrics";
import type { DocumentCriterion } from "../../training/criterion.ts";
import type { TwoTowerModel } from "../two-tower-model.ts";
import { type PreparedRows, relevantItems } from "./tower-rows.ts";

export async function towerCriterion(
  model: TwoTowerModel,
  rows: PreparedRows,
  criterion: DocumentCriterion,
  loss: RankingLoss,
): Promise<number> {
  if (criterion === "loss") return meanLoss(model, rows, loss);
  const k = cutoff(criterion);
  const evaluator = createEvaluator({ ks: [k] });
  if (rows.candidates === undefined) {
    const { exclude } = rows;
    const { k: depth, items } = await model.rank(rows.features, { k, ...(exclude && { exclude }) });
    for (let row = 0; row < rows.rowCount; row++) {
      const ranking = items.subarray(row * depth, (row + 1) * depth);
      evaluator.add(
        ranking.filter((item) => item >= 0),
        relevantItems(rows, row),
      );
    }
  } else {
    eachRow(model, rows, (row, scores, items) => {
      evaluator.add(
        topK(scores, k).map((place) => items[place]),
        relevantItems(rows, row),
      );
    });
  }
  return evaluator.result().ndcg[k];
}

export function cutoff(criterion: DocumentCriterion): number {
  const k = Number(/^ndcg@(\d+)$/.exec(criterion)?.[1]);
  if (k >= 1) return k;
  throw new RangeError(`criterion is ${JSON.stringify(criterion)}; expected "loss" or "ndcg@10"`);
}

/** The mean loss per row, evaluated on all items or candidates even if training samples negatives. */
function meanLoss(model: TwoTowerModel, rows: PreparedRows, loss: RankingLoss): number {
  const { negatives: _, ...spec } = loss.spec ?? { name: "pl-partition" };
  const evaluate = rowLoss(loss.spec === undefined ? loss : createLoss(spec));
  const packed = { ...rows.packed };
  let total = 0;
  eachRow(model, rows, (row, scores) => {
    if (packed.preferenceOffsets[row + 1] === packed.preferenceOffsets[row]) return;
    packed.itemCount = scores.length;
    total += evaluate(scores, 0, packed, row);
  });
  return total / rows.rowCount;
}

/** Calls `visit` for each row with the scores of the items that the row can choose from. */
function eachRow(
  { contextVectors, itemVectors, scorer }: TwoTowerModel,
  { features, candidates, rowCount }: PreparedRows,
  visit: (row: number, scores: Float64Array, items: ArrayLike<number>) => void,
): void {
  const { dimensions: width } = scorer.options;
  const all = Int32Array.from({ length: itemVectors.length / width }, (_, item) => item);
  const contexts = contextVectors(features);
  for (let row = 0; row < rowCount; row++) {
    const items = candidates?.indices.subarray(candidates.indptr[row], candidates.indptr[row + 1]) ?? all;
    const scores = Float64Array.from(items, (item) => {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += contexts[row * width + j] * itemVectors[item * width + j];
      return sum;
    });
    visit(row, scores, items);
  }
}
