// node dist/studies/sensitivity.js [--seeds 5] [--epochs 15] [--threads N]: Figure 4. P@5 of models trained with the midpoint
// rule, for T intervals and shift c, beside the adaptive rule and RankNet, on Delicious-1K with the paper's network at its best
// rate. Finished trainings are kept in bench-results/sensitivity.jsonl; docs/figures/sensitivity.svg is drawn from them.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { midpoint } from "@tierwise/core-integrator";
import { plPartitionLoss } from "@tierwise/losses";
import { createRanker, evaluate, presets, type TrainOptions, train } from "@tierwise/ranker";
import { meanAndError } from "@tierwise/sim/study";
import { sensitivityFigure } from "../figures/sensitivity.ts";
import { interpolatedMidpoint } from "../interpolated-midpoint.ts";
import { finishedCells } from "./finished-cells.ts";
import { deliciousFolder, readXmlFolder } from "./xml-folder.ts";

/** One training: which rule, and what came of it. */
interface SensitivityCell {
  /** `"midpoint"`, `"adaptive"` or `"ranknet"`. */
  readonly method: string;
  /** Of the midpoint rule: T and c. */
  readonly intervals?: number;
  readonly shift?: number;
  readonly center?: "none" | "row";
  readonly seed: number;
  readonly epochs: number;
  /** P@5 of the test rows, in percent. */
  readonly precision: number;
  readonly seconds: number;
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "5" },
    epochs: { type: "string", default: "15" },
    threads: { type: "string" },
    data: { type: "string" },
    center: { type: "string", multiple: true, default: ["row", "none"] },
  },
});
const root = join(import.meta.dirname, "..", "..", "..", "..");
const cells = finishedCells<SensitivityCell>(join(root, "bench-results", "sensitivity.jsonl"));
const { train: rows, test } = await readXmlFolder(values.data ?? deliciousFolder());
const epochs = Number(values.epochs);
const threads = values.threads === undefined ? {} : { threads: Number(values.threads) };

type Method = Omit<SensitivityCell, "epochs" | "precision" | "seconds" | "seed"> & Required<Pick<TrainOptions, "loss">>;
const methods: Method[] = [
  { method: "adaptive", loss: { name: "pl-partition" } },
  { method: "ranknet", loss: { name: "ranknet" } },
];
for (const center of values.center as ("none" | "row")[]) {
  for (const intervals of [100, 1000, 10_000]) {
    for (const shift of [0, 2, 5, 8]) {
      // The same sums; interpolated they are faster where T is large.
      const rule = (intervals < 1000 ? midpoint : interpolatedMidpoint)({ intervals, shift, center });
      const loss = plPartitionLoss({ rule });
      methods.push({ method: "midpoint", center, intervals, shift, loss });
    }
  }
}

for (let seed = 1; seed <= Number(values.seeds); seed++) {
  for (const { loss, ...cell } of methods) {
    const known = cells
      .all()
      .some((one) => one.seed === seed && one.epochs === epochs && JSON.stringify(keyOf(one)) === JSON.stringify(cell));
    if (known) continue;
    const ranker = createRanker({
      features: rows.numFeatures,
      items: rows.numLabels,
      hidden: presets.paper.hidden,
      seed,
    });
    const { seconds } = await train(ranker, rows, { preset: "paper", learningRates: [1e-3], epochs, loss, ...threads });
    const { precision } = await evaluate(ranker, test, { ks: [5], ...threads });
    cells.add({ ...cell, seed, epochs, precision: 100 * precision[5], seconds });
    console.error(
      `${JSON.stringify(cell)} seed ${seed}: P@5 ${(100 * precision[5]).toFixed(2)}, ${seconds.toFixed(0)} s`,
    );
  }
}

const some = cells.all().filter((cell) => cell.epochs === epochs && cell.seed <= Number(values.seeds));
for (const { loss: _, ...cell } of methods) {
  const found = some.filter((one) => JSON.stringify(keyOf(one)) === JSON.stringify(cell)).map((one) => one.precision);
  const { mean } = meanAndError(found);
  const name = cell.method === "midpoint" ? `midpoint, T = ${cell.intervals}, c = ${cell.shift}` : cell.method;
  console.log(`${name.padEnd(30)} P@5 ${mean.toFixed(2)}  (${found.length} seeds)`);
}
writeFileSync(join(root, "docs", "figures", "sensitivity.svg"), sensitivityFigure(some));

function keyOf({ method, center, intervals, shift }: SensitivityCell): object {
  return method === "midpoint" ? { method, center, intervals, shift } : { method };
}
