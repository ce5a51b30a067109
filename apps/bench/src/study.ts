// `pnpm --filter @tierwise/bench study mse` and `… study cost`: the paper's simulation study (section 4.1), Figures 1 and 3, and 2.
// node dist/study.js mse|cost [--quick] [--items 100,1000] [--samples 100] [--methods PL-LB,RankNet] [--seeds 1,2] [--threads 2] [--max-steps 5000]
// Results are appended to bench-results/study-….jsonl as they come; a rerun goes on from there. Figures of a full study go to
// docs/figures, those of a quick one to bench-results.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { costFigure, mseFigure, mseTable } from "@tierwise/figures";
import {
  type CostResult,
  costCells,
  disagreements,
  fullCostGrid,
  fullMseGrid,
  lossOf,
  type Method,
  type MseResult,
  mseCells,
  quickCostGrid,
  quickMseGrid,
  type ResultEvent,
  runCells,
  summariseMse,
} from "@tierwise/sim/study";
import { costTable } from "./cost-table.ts";
import { paperMethodFigure, torchReference } from "./paper-method.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    items: { type: "string" },
    samples: { type: "string" },
    methods: { type: "string" },
    seeds: { type: "string" },
    threads: { type: "string" },
    "max-steps": { type: "string" },
  },
});

const root = join(import.meta.dirname, "..", "..", "..");
const [study] = positionals;
const size = values.quick ? "-quick" : "";
const file = join(root, "bench-results", `study-${study}${size}.jsonl`);
const figure = values.quick
  ? join(root, "bench-results", `${study}-quick.svg`)
  : join(root, "docs", "figures", `${study}.svg`);
const options = {
  file,
  ...(values.threads === undefined ? {} : { threads: Number(values.threads) }),
  onResult: ({ result, done, total }: ResultEvent): void => {
    const { method, items, seed, seconds } = result;
    const samples = result.study === "mse" ? ` n = ${result.samples}` : "";
    console.error(`${done}/${total}  ${method}, N = ${items}${samples}, seed ${seed}: ${seconds.toFixed(1)} s`);
  },
};

function numbers(text: string | undefined, otherwise: readonly number[]): readonly number[] {
  return text === undefined ? otherwise : text.split(",").map(Number);
}

function methodsOf(otherwise: readonly Method[]): readonly Method[] {
  const chosen = values.methods?.split(",") as Method[] | undefined;
  for (const method of chosen ?? []) lossOf(method);
  return chosen ?? otherwise;
}

function write(svg: string): void {
  mkdirSync(join(figure, ".."), { recursive: true });
  writeFileSync(figure, svg);
  console.log(`\nThe figure is in ${figure.slice(root.length + 1)}`);
}

async function mse(): Promise<void> {
  const grid = values.quick ? quickMseGrid : fullMseGrid;
  const cells = mseCells({
    ...grid,
    items: numbers(values.items, grid.items),
    samples: numbers(values.samples, grid.samples),
    seeds: numbers(values.seeds, grid.seeds),
    methods: methodsOf(grid.methods),
    maxSteps: Number(values["max-steps"] ?? grid.maxSteps),
  });
  const results = (await runCells(cells, options)) as MseResult[];
  const summaries = summariseMse(results);
  console.log(mseTable(summaries));
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const stopped = results.filter(({ converged }) => converged).length;
  console.log(
    `\n${results.length} fits, ${stopped} of them stopped by themselves, in ${(seconds / 60).toFixed(0)} min of threads`,
  );
  const found = disagreements(results);
  if (found.length === 0) console.log("In every cell PL-Partition is the best of the five, and the oracle is better.");
  for (const { items, samples, method, logRatio, standardError } of found) {
    const percent = `${Math.abs(100 * Math.expm1(logRatio)).toFixed(1)} ± ${(100 * standardError).toFixed(1)} %`;
    const side = logRatio < 0 ? "below" : "above";
    console.log(`N = ${items}, n = ${samples}: the error of ${method} is ${percent} ${side} that of PL-Partition`);
  }
  write(mseFigure(summaries));
}

async function cost(): Promise<void> {
  const grid = values.quick ? quickCostGrid : fullCostGrid;
  const cells = costCells({
    ...grid,
    items: numbers(values.items, grid.items),
    seeds: numbers(values.seeds, grid.seeds),
    methods: methodsOf(grid.methods),
  });
  const results = (await runCells(cells, options)) as CostResult[];
  console.log(costTable(results));
  const kept = join(root, "bench-results", "paper-method.json");
  const reference = existsSync(kept) ? paperMethodFigure(JSON.parse(readFileSync(kept, "utf8"))) : torchReference(kept);
  write(costFigure(results, values.quick ? undefined : reference));
}

if (study === "mse") await mse();
else if (study === "cost") await cost();
else {
  console.error(`unknown study ${study}; there are mse and cost`);
  process.exitCode = 2;
}
