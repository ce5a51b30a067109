// node dist/suites/apart/sampled-run.js RUN: trains PL-Partition with the settings in RUN (a SampledRun as JSON) and prints a SampledResult
// as JSON. The script runs in a separate process because it measures peak memory.
import { readFileSync } from "node:fs";
import { generateXmlDataset, readXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, train } from "@tierwise/ranker";
import { peakBytes } from "@tierwise/studies/peak-memory";
import type { SampledResult, SampledRun } from "../problems/sampled-runs.ts";
import { processorSeconds } from "../problems/timed-steps.ts";

const { data: source, negatives, threads, ...settings } = JSON.parse(readFileSync(0, "utf8")) as SampledRun;
const idle = peakBytes();
const data = typeof source === "string" ? await readXmlDataset(source) : generateXmlDataset(source);
const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden: 256, seed: 1 });
const processorAt: number[] = [];
const { history } = await train(ranker, data, {
  preset: "fast",
  ...settings,
  loss: { name: "pl-partition", ...(negatives && { negatives }) },
  ...(threads === undefined ? {} : { threads }),
  onProgress({ stage }) {
    if (stage === "epoch") processorAt.push(processorSeconds());
  },
});
const trained = Math.round(data.numRows * (1 - settings.validation));
const steps = Math.ceil(trained / 128);
const last = history.at(-1)?.validation?.precision;
const result: SampledResult = {
  seconds: history.map(({ stepSeconds }) => stepSeconds / steps),
  processorSeconds: processorAt.slice(1).map((time, epoch) => (time - processorAt[epoch]) / steps),
  peakBytes: peakBytes() - idle,
  precision: last === undefined ? undefined : { 1: last[1], 5: last[5] },
};
console.log(JSON.stringify(result));
