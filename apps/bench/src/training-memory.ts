// node dist/training-memory.js SIZES: three steps of training on a generated set of SIZES (JSON), batch 128, hidden 256; prints, as JSON,
// the mean seconds of a step and the bytes of peak memory above those of an idle process.
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, train } from "@tierwise/ranker";
import { peakBytes } from "@tierwise/sim/study";

const idle = peakBytes();
const data = generateXmlDataset({ rows: 3 * 128, seed: 1, ...JSON.parse(process.argv[2]) });
const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden: 256, seed: 1 });
const options = { preset: "paper", rates: [1e-3], validation: 0, epochs: 1, loss: "pl-partition" } as const;
const { history, phases } = await train(ranker, data, options);
console.log(
  JSON.stringify({
    seconds: history[0].seconds / 3,
    phases,
    peakBytes: peakBytes() - idle,
  }),
);
