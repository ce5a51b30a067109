import type { Study } from "../study/study.ts";
import { type CostCell, type CostGrid, type CostResult, costCells, costIdentity, runCostCell } from "./cost-cell.ts";
import { costTable } from "./cost-table.ts";

/**
 * The paper's cost study (Figure 2): time and memory of a thousand steps of each method, each cell in its own process. The summary
 * is the list of results; tables and figures average over seeds.
 *
 * @example
 * ```ts
 * import { costStudy, quickCostGrid } from "@tierwise/studies";
 *
 * console.log(costStudy.cells(quickCostGrid).length); // 18
 * ```
 */
export const costStudy: Study<CostCell, CostResult, readonly CostResult[], CostGrid> = {
  name: "cost",
  revision: 1,
  place: "fresh processes",
  cells: costCells,
  identity: costIdentity,
  run: runCostCell,
  summarize: (results) => results,
  table: costTable,
  figures: async (results) => ({ cost: (await import("./cost-figure.ts")).costFigure(results) }),
};
