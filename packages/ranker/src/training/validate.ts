import { createEvaluator } from "@tierwise/metrics";
import { type PreparedData, relevantItems } from "../data/training-data.ts";
import type { Engine } from "../engines/kernels/engine.ts";
import type { ValidationReport } from "./progress.ts";
import { type Criterion, readCriterion } from "./settings.ts";

/** The cutoffs k for which validation always reports metrics. */
const usual = [1, 3, 5];

export async function validate(
  engine: Engine,
  data: PreparedData,
  rows: Int32Array,
  criterion: Criterion,
): Promise<ValidationReport> {
  const { k } = readCriterion(criterion);
  const ks = k === 0 || usual.includes(k) ? usual : [...usual, k];
  const evaluator = createEvaluator({ ks });
  const sum = await engine.evaluate(rows, {
    loss: true,
    depth: Math.max(...ks),
    visit(row, ranking) {
      const end = ranking.indexOf(-1);
      evaluator.add(end < 0 ? ranking : ranking.subarray(0, end), relevantItems(data, row));
    },
  });
  const { precision, ndcg } = evaluator.result();
  return { loss: sum / rows.length, precision, ndcg };
}

/**
 * The value of a criterion, where larger is better; −∞ if the model has diverged.
 *
 * @param report - The metrics of the validation rows.
 * @param criterion - The criterion, such as `"precision@5"`; with `"loss"`, the value is the negative loss.
 */
export function criterionValue(report: ValidationReport, criterion: Criterion): number {
  const { metric, k } = readCriterion(criterion);
  const value = metric === "loss" ? -report.loss : report[metric][k];
  return Number.isNaN(value) || Number.isNaN(report.loss) ? Number.NEGATIVE_INFINITY : value;
}
