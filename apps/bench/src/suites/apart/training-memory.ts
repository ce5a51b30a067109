// node dist/suites/apart/training-memory.js SIZES EPOCHS: trains a ranker with 256 hidden units on a generated dataset of SIZES
// (JSON) with three batches of 128 rows. Prints, as JSON, the mean seconds per step in each epoch, peak minus idle memory, and the size
// of the weights and Adam's two moments, in bytes.
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, train } from "@tierwise/ranker";
import { peakBytes } from "@tierwise/studies/peak-memory";

const [sizes, epochs] = process.argv.slice(2);
const hidden = 256;
const idle = peakBytes();
const data = generateXmlDataset({ rows: 3 * 128, seed: 1, ...JSON.parse(sizes) });
const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
const options = { preset: "paper", learningRates: [1e-3], validation: 0, loss: "pl-partition" } as const;
const { history } = await train(ranker, data, { ...options, epochs: Number(epochs) });
console.log(
  JSON.stringify({
    seconds: history.map(({ stepSeconds }) => stepSeconds / 3),
    peakBytes: peakBytes() - idle,
    parameterBytes: 3 * 4 * ((data.numFeatures + 1) * hidden + (hidden + 1) * data.numLabels),
  }),
);
