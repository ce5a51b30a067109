/**
 * The paper's simulation study: its cells, a runner on worker threads, and what the results say. For Node.
 *
 * @module
 */
export { type CostCell, type CostGrid, type CostResult, costCells, runCostCell } from "./cost-cell.ts";
export { fullCostGrid, fullMseGrid, quickCostGrid, quickMseGrid } from "./grids.ts";
export { growthExponent } from "./growth.ts";
export { lossOf, type Method, methods } from "./methods.ts";
export {
  fitMseCell,
  type MseCell,
  type MseFit,
  type MseGrid,
  type MseResult,
  mseCells,
  runMseCell,
} from "./mse-cell.ts";
export { peakBytes } from "./peak-memory.ts";
export { readResults } from "./result-file.ts";
export type { StudyCell, StudyResult } from "./run-cell.ts";
export { type ResultEvent, type RunOptions, runCells } from "./run-cells.ts";
export {
  type Disagreement,
  disagreements,
  type MseSlope,
  type MseSummary,
  meanAndError,
  mseSlopes,
  type SeedMean,
  summariseMse,
} from "./summary.ts";
