import { type CostCell, type CostResult, runCostCell } from "./cost-cell.ts";
import { type MseCell, type MseResult, runMseCell } from "./mse-cell.ts";

/** A cell of either study. */
export type StudyCell = MseCell | CostCell;

/** The result of a cell of either study. */
export type StudyResult = MseResult | CostResult;

/** Runs a cell in this thread. Workers import this file. */
export function runCell(cell: StudyCell): StudyResult {
  return cell.study === "mse" ? runMseCell(cell) : runCostCell(cell);
}
