// node dist/studies/glas.js [--data NAME]… [--loss NAME]… [--seeds 3] [--threads N] [--show]: what the weight λ of GLaS does to frequent and
// rare labels. λ is chosen on validation rows for each loss; P@k, PSP@k and recall of the test rows are printed with λ = 0 and with
// the chosen one. Finished trainings are kept in bench-results/glas.jsonl, docs/figures/glas.svg is drawn from them; --show trains none.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRanker, evaluate, type LossName, train } from "@tierwise/ranker";
import { glasFigure } from "../figures/glas.ts";
import { type GlasCell, glasColumns, glasCutOffs, glasFigures } from "../glas/cell.ts";
import { describeData, type GlasData, glasData, glasDataSets } from "../glas/data-sets.ts";
import { changeAt, chosenWeight, figuresAt, type GlasSeries, seriesOf, weightsOf } from "../glas/summary.ts";
import { finishedCells } from "./finished-cells.ts";

const usual = [0, 0.1, 1, 10, 100];
/** RankSVM sums over pairs, thousands of them a row: it takes as much more of GLaS to do anything. */
const weights: Readonly<Partial<Record<string, readonly number[]>>> = { ranksvm: [0, 100, 1e3, 1e4, 1e5, 1e6] };
const hidden = 256;

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true, default: Object.keys(glasDataSets) },
    loss: { type: "string", multiple: true, default: ["pl-partition", "pl-lb", "ranksvm"] },
    seeds: { type: "string", default: "3" },
    threads: { type: "string" },
    show: { type: "boolean", default: false },
  },
});
const root = join(import.meta.dirname, "..", "..", "..", "..");
const cells = finishedCells<GlasCell>(join(root, "bench-results", "glas.jsonl"));
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const threads = values.threads === undefined ? {} : { threads: Number(values.threads) };

for (const name of values.show ? [] : values.data) {
  for (const seed of seeds) {
    const data = await glasData(name, seed);
    for (const loss of values.loss as LossName[]) {
      for (const weight of weightsFor(loss)) {
        const known = current().some(
          (cell) => cell.data === name && cell.loss === loss && cell.weight === weight && cell.seed === seed,
        );
        if (!known) cells.add(await trainCell(name, data, loss, weight, seed));
      }
    }
  }
}
const series = seriesOf(ordered(current()));
for (const one of series) print(one);
writeFileSync(join(root, "docs", "figures", "glas.svg"), glasFigure(series));

function weightsFor(loss: string): readonly number[] {
  return weights[loss] ?? usual;
}

/** The cells that were computed with the settings as they are now. */
function current(): readonly GlasCell[] {
  return cells.all().filter(({ data, loss, weight, settings, seed }) => {
    return seeds.includes(seed) && weightsFor(loss).includes(weight) && settings === settingsOf(data);
  });
}

/** In the order of data sets and losses, whatever order they were computed in. */
function ordered(some: readonly GlasCell[]): GlasCell[] {
  return values.data.flatMap((name) =>
    values.loss.flatMap((loss) => some.filter((cell) => cell.data === name && cell.loss === loss)),
  );
}

function settingsOf(name: string): string {
  return JSON.stringify({ data: describeData(name), hidden, ...glasDataSets[name] });
}

async function trainCell(
  name: string,
  data: GlasData,
  loss: LossName,
  weight: number,
  seed: number,
): Promise<GlasCell> {
  const { train: rows, validation, test, propensity, groups } = data;
  const ranker = createRanker({ features: rows.numFeatures, items: rows.numLabels, hidden, seed });
  const options = { loss, glas: weight, validation, ...glasDataSets[name], ...threads };
  const { epoch, seconds } = await train(ranker, rows, options);
  const measures = { ks: glasCutOffs, inversePropensity: propensity, groups, ...threads };
  const cell: GlasCell = {
    data: name,
    loss,
    weight,
    seed,
    settings: settingsOf(name),
    epoch,
    seconds,
    validation: glasFigures(await evaluate(ranker, validation, measures)),
    test: glasFigures(await evaluate(ranker, test, measures)),
  };
  const shown = line(cell.validation);
  console.error(`${name} ${loss} λ ${weight} seed ${seed}: epoch ${epoch}, ${seconds.toFixed(0)} s, ${shown}`);
  return cell;
}

/** The means over seeds: of validation rows for every λ, of test rows without GLaS and with the λ that validation rows chose. */
function print(one: GlasSeries): void {
  const found = weightsOf(one);
  const count = new Set(one.cells.map(({ seed }) => seed)).size;
  const row = (label: string, figures: readonly number[]): void => console.log(`${label.padEnd(26)}${line(figures)}`);
  console.log(`\n${`${one.data}, ${one.loss}`.padEnd(26)}${glasColumns.map((name) => name.padStart(11)).join("")}`);
  for (const weight of found) row(`validation, λ = ${weight}`, figuresAt(one, weight, "validation").mean);
  if (found.length < 2 || found[0] !== 0) return;
  const best = chosenWeight(one);
  row("test, λ = 0", figuresAt(one, 0, "test").mean);
  row(`test, λ = ${best}`, figuresAt(one, best, "test").mean);
  row(`change, ${count} seeds`, changeAt(one, best, "test").mean);
  if (count > 1) row("its standard error", changeAt(one, best, "test").standardError);
}

function line(figures: readonly number[]): string {
  return figures.map((x) => x.toFixed(2).padStart(11)).join("");
}
