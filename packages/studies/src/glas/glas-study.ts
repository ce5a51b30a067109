import type { Study } from "../study/study.ts";
import {
  type GlasCell,
  type GlasResult,
  type GlasSettings,
  glasCells,
  glasColumns,
  glasIdentity,
  runGlasCell,
} from "./cell.ts";
import { changeAt, chosenWeight, figuresAt, type GlasSeries, seriesOf, weightsOf } from "./summary.ts";

/**
 * Measures the effect of the weight λ of GLaS on frequent and rare labels. For each loss, λ is chosen on validation rows, and the test rows
 * are evaluated with λ = 0 and with the chosen λ. The means exclude training runs that diverged.
 *
 * @example
 * ```ts
 * import { generatedGlasSets, glasStudy } from "@tierwise/studies";
 *
 * const cells = glasStudy.cells({ data: generatedGlasSets, losses: ["pl-lb"], seeds: [1] });
 * console.log(cells.map(({ weight }) => weight).slice(0, 5)); // [ 0, 0.1, 1, 10, 100 ]
 * ```
 */
export const glasStudy: Study<GlasCell, GlasResult, readonly GlasSeries[], GlasSettings> = {
  name: "glas",
  revision: 1,
  place: "here",
  cells: glasCells,
  identity: glasIdentity,
  run: runGlasCell,
  summarize: (results) =>
    seriesOf(
      results.flatMap(({ data, loss, weight, seed, validation, test }) =>
        validation === null || test === null ? [] : [{ data, loss, weight, seed, validation, test }],
      ),
    ),
  table: (series) => series.map(seriesTable).join("\n\n"),
  figures: async (series) => ({ glas: (await import("./glas-figure.ts")).glasFigure(series) }),
};

/** Means over seeds, on validation rows for every λ, and on test rows without GLaS and with the λ chosen on validation rows. */
function seriesTable(one: GlasSeries): string {
  const found = weightsOf(one);
  const count = new Set(one.cells.map(({ seed }) => seed)).size;
  const row = (label: string, figures: readonly number[]): string =>
    `${label.padEnd(26)}${figures.map((x) => x.toFixed(2).padStart(11)).join("")}`;
  const head = `${`${one.data}, ${one.loss}`.padEnd(26)}${glasColumns.map((name) => name.padStart(11)).join("")}`;
  const validation = found.map((weight) => row(`validation, λ = ${weight}`, figuresAt(one, weight, "validation").mean));
  if (found.length < 2 || found[0] !== 0) return [head, ...validation].join("\n");
  const best = chosenWeight(one);
  const { mean, standardError } = changeAt(one, best, "test");
  return [
    head,
    ...validation,
    row("test, λ = 0", figuresAt(one, 0, "test").mean),
    row(`test, λ = ${best}`, figuresAt(one, best, "test").mean),
    row(`change, ${count} seeds`, mean),
    ...(standardError === undefined ? [] : [row("its standard error", standardError)]),
  ].join("\n");
}
