// node --expose-gc dist/suites/apart/baseline-run.js METHOD FOLDER: trains METHOD on FOLDER/train.txt, predicts FOLDER/test.txt and prints
// a BaselineReport as JSON. The script runs in a separate process to measure peak memory.
import { join } from "node:path";
import { labelCounts, readXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { evaluate, evaluatorOptionsFor } from "@tierwise/metrics";
import { createRanker, presets, train as trainRanker } from "@tierwise/ranker";
import { peakBytes } from "@tierwise/studies/peak-memory";
import { sleecPresets, trainLeml, trainSleec } from "@tierwise/xml-baselines";

/** The metrics and the cost of one method. */
export interface BaselineReport {
  /** P@1, P@3, P@5 in percent. */
  readonly precision: readonly number[];
  /** PSP@1, PSP@3, PSP@5 in percent. */
  readonly psp: readonly number[];
  readonly trainSeconds: number;
  /** The time to rank the test rows, including the short time to compute the metrics. */
  readonly predictSeconds: number;
  /** Peak resident memory minus the resident memory after reading the data. */
  readonly peakMegabytes: number;
}

const [method, folder] = process.argv.slice(2);
const threads = 2;
const train = {
  LEML: (data: XmlDataset) => trainLeml(data, { threads }),
  SLEEC: (data: XmlDataset) => trainSleec(data, { ...sleecPresets.delicious, threads }),
  "PL-Partition": async (data: XmlDataset) => {
    const { hidden } = presets.default;
    const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
    await trainRanker(ranker, data, { threads });
    return ranker;
  },
}[method];
if (!train) throw new Error(`method is ${method}; expected LEML, SLEEC or PL-Partition`);

const [trainSet, testSet] = await Promise.all(
  ["train.txt", "test.txt"].map((name) => readXmlDataset(join(folder, name), { cache: false })),
);
globalThis.gc?.();
const before = process.memoryUsage.rss();
const start = performance.now();
const model = await train(trainSet);
const trained = performance.now();
const ks = [1, 3, 5];
const measures = evaluatorOptionsFor(labelCounts(trainSet), trainSet.numRows, { ks, groups: false });
const { precision, psp } = await evaluate(model, testSet, measures);
const predicted = performance.now();
const report: BaselineReport = {
  precision: ks.map((k) => 100 * precision[k]),
  psp: ks.map((k) => 100 * (psp?.[k] ?? Number.NaN)),
  trainSeconds: (trained - start) / 1000,
  predictSeconds: (predicted - trained) / 1000,
  peakMegabytes: (peakBytes() - before) / 2 ** 20,
};
console.log(JSON.stringify(report));
