import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CostResult,
  costStudy,
  fullCostGrid,
  fullMseGrid,
  mseStudy,
  quickCostGrid,
  quickMseGrid,
  shrinkageStudy,
} from "@tierwise/studies";
import { paperMethodFigure, torchReference } from "../peers/paper-method.ts";
import { results, run, show, write } from "./run-and-show.ts";
import { methodsOf, mseGrid, numbers, seedsOf, values } from "./study-flags.ts";

async function costFigureWithPaper(summary: readonly CostResult[]): Promise<string> {
  const { costFigure } = await import("@tierwise/studies/figures");
  if (values.quick) return costFigure(summary);
  const kept = join(results, "paper-method.json");
  const reference = existsSync(kept) ? paperMethodFigure(JSON.parse(readFileSync(kept, "utf8"))) : torchReference(kept);
  return costFigure(summary, reference);
}

export async function mse(): Promise<void> {
  const cells = mseStudy.cells(mseGrid(values.quick ? quickMseGrid : fullMseGrid));
  const { results: fits, summary } = await run(mseStudy, cells, { file: `study-mse${values.quick ? "-quick" : ""}` });
  await show(mseStudy, summary);
  const minutes = fits.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const stopped = fits.filter(({ converged }) => converged).length;
  console.log(
    `\n${fits.length} fits, of which ${stopped} converged before the step limit, in ${minutes.toFixed(0)} thread minutes`,
  );
  if (summary.disagreements.length === 0) {
    console.log(
      "In every cell, PL-Partition is the best of the five practical methods, and only the oracle is better.",
    );
  }
  for (const { itemCount, samples, method, logRatio, standardError } of summary.disagreements) {
    const spread = standardError === undefined ? "" : ` ± ${(100 * standardError).toFixed(1)}`;
    const percent = `${Math.abs(100 * Math.expm1(logRatio)).toFixed(1)}${spread} %`;
    const side = logRatio < 0 ? "below" : "above";
    console.log(`N = ${itemCount}, n = ${samples}: the error of ${method} is ${percent} ${side} that of PL-Partition`);
  }
}

export async function cost(): Promise<void> {
  const grid = values.quick ? quickCostGrid : fullCostGrid;
  const cells = costStudy.cells({
    ...grid,
    itemCounts: numbers(values.items, grid.itemCounts),
    seeds: numbers(values.seeds, grid.seeds),
    methods: methodsOf(grid.methods),
  });
  const { summary } = await run(costStudy, cells, { file: `study-cost${values.quick ? "-quick" : ""}` });
  console.log(costStudy.table(summary));
  write("cost", await costFigureWithPaper(summary));
}

export async function shrinkage(): Promise<void> {
  const grid = mseGrid({ ...fullMseGrid, itemCounts: [10_000], samples: [100], seeds: [] });
  const { summary } = await run(shrinkageStudy, shrinkageStudy.cells({ ...grid, seeds: seedsOf(5) }));
  await show(shrinkageStudy, summary);
}
