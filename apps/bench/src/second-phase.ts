// `pnpm --filter @tierwise/bench second-phase [--sets delicious-1k,enron] [--seeds 5] [--hidden 128]`: trains with PL-Partition,
// then continues with the expected nDCG@5 (also with sharper scores) or, as a control, with PL-Partition. The validation rows
// decide on the learning rate and the epoch of the second phase, or against a second phase. Reads the sets below TIERWISE_DATA.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import type { LossSpec } from "@tierwise/losses";
import { evaluate, extendRanker, type Ranker, train, trainRanker } from "@tierwise/ranker";

const multiLabel = [
  "corel5k",
  "emotions",
  "enron",
  "medical",
  "rcv1sub1",
  "stackex_chemistry",
  "stackex_cs",
  "yahoo_arts",
];
const { values } = parseArgs({
  options: {
    sets: { type: "string", default: ["delicious-1k", ...multiLabel].join(",") },
    seeds: { type: "string", default: "5" },
    "first-seed": { type: "string", default: "0" },
    hidden: { type: "string", default: "128" },
    threads: { type: "string", default: "1" },
  },
});
const root = process.env["TIERWISE_DATA"] ?? "data";
const threads = Number(values.threads);
/** The learning rates to try in the second phase; the best one on the validation rows is used. */
const LEARNING_RATES = [5e-4, 2e-3];
const EPOCHS = 5;
const secondLosses: Readonly<Record<string, LossSpec>> = {
  "then expected nDCG@5, sharpness 3": { name: "expected-dcg", k: 5, sharpness: 3 },
  "then expected nDCG@5": { name: "expected-dcg", k: 5 },
  "then PL-Partition": { name: "pl-partition" },
};

console.log("set\tseed\tmodel\tvalidation nDCG@5\tP@1\tP@5\tnDCG@5\tlearning rate\tseconds");
for (const set of values.sets.split(",")) {
  const data = await readSet(set);
  for (let i = 0; i < Number(values.seeds); i++) await compare(set, data, Number(values["first-seed"]) + i);
}

interface Split {
  readonly train: XmlDataset;
  readonly test: XmlDataset;
}

async function readSet(set: string): Promise<Split> {
  const folder = existsSync(join(root, set)) ? join(root, set) : join(root, "multilabel", set);
  const ending = existsSync(join(folder, "train.txt")) ? "txt" : "txt.gz";
  const [first, second] = ["train", "test"].map((part) => readXmlDataset(join(folder, `${part}.${ending}`)));
  return { train: await first, test: await second };
}

/** Trains and measures the models for one seed. */
async function compare(set: string, data: Split, seed: number): Promise<void> {
  const usual = { seed, threads, refit: false } as const;
  const normalize = set !== "delicious-1k";
  const started = performance.now();
  const { ranker, result } = await trainRanker(data.train, { ...usual, hidden: Number(values.hidden), normalize });
  const validation = bestValidation(result.history);
  await show(set, seed, "PL-Partition", ranker, data.test, validation, 0, performance.now() - started);
  for (const [name, loss] of Object.entries(secondLosses)) {
    const start = performance.now();
    let best = { ranker, validation, rate: 0 };
    for (const rate of LEARNING_RATES) {
      // Copies the model, because the second phase changes it.
      const copy = extendRanker(ranker);
      const { history } = await train(copy, data.train, { ...usual, loss, learningRates: [rate], epochs: EPOCHS });
      const reached = bestValidation(history);
      if (reached > best.validation) best = { ranker: copy, validation: reached, rate };
    }
    await show(set, seed, name, best.ranker, data.test, best.validation, best.rate, performance.now() - start);
  }
}

type History = Awaited<ReturnType<typeof train>>["history"];

function bestValidation(history: History): number {
  return Math.max(...history.map(({ validation }) => validation?.ndcg[5] ?? Number.NEGATIVE_INFINITY));
}

async function show(
  set: string,
  seed: number,
  name: string,
  ranker: Ranker,
  test: XmlDataset,
  validation: number,
  rate: number,
  milliseconds: number,
): Promise<void> {
  const { precision, ndcg } = await evaluate(ranker, test, { ks: [1, 5], threads });
  const figures = [validation, precision[1], precision[5], ndcg[5]].map((figure) => (100 * figure).toFixed(2));
  console.log([set, seed, name, ...figures, rate, (milliseconds / 1000).toFixed(1)].join("\t"));
}
