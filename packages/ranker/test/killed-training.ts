// node killed-training.ts DIRECTORY KIND [replace|extend]: trains in a directory with a checkpoint after every step, or resumes the
// training run; `extend` adds new rows and items to the model in the directory. Prints a line when training starts; the test waits for
// this line before it kills the process.
import {
  createRanker,
  extendModel,
  loadModel,
  openModelDirectory,
  resumeModel,
  resumeTraining,
  type TrainModelOptions,
  train,
  trainModel,
} from "@tierwise/ranker";
import { tinyData, tinySizes } from "./tiny-data.ts";

const [, , directory, kind, replace] = process.argv;
const data = kind === "negatives" ? tinyData(200, 1, 500) : replace === "extend" ? tinyData(200, 2, 36) : tinyData(200);
const run = { threads: 2, everySeconds: 0 };
const options: TrainModelOptions = {
  epochs: 3,
  learningRates: [1e-2, 1e-3],
  batchSize: 64,
  hiddenDropout: 0.2,
  hidden: tinySizes.hidden,
  seed: 4,
  members: kind === "ensemble" ? 3 : 1,
  ...(kind === "negatives" && { loss: { name: "pl-partition", negatives: { count: 20 } } }),
};
const place = await openModelDirectory(directory);
const status = place.status();
process.stdout.write("begin\n");
if (kind === "ranker") {
  await place.close();
  const { hidden: _hidden, members: _members, ...same } = options;
  const checkpoint = { directory, everySeconds: 0 };
  if (status.state === "training") await resumeTraining(directory, data, run);
  else if (status.state === "empty") {
    await train(createRanker({ ...tinySizes, seed: 4 }), data, { ...same, threads: 2, checkpoint } as object);
  }
} else {
  const from = replace === "extend" ? { from: await loadModel(directory) } : {};
  if (status.state === "training" || status.state === "replacing") await resumeModel(place, data, { ...run, ...from });
  else if (from.from !== undefined && from.from.itemCount < data.numLabels) {
    const settings = { epochs: 6, batchSize: 64, validation: 0.2, seed: 5 };
    await extendModel(place, from.from, data, { ...settings, ...run, replace: true });
  } else if (status.state === "empty" || replace === "replace") {
    await trainModel(place, data, { ...options, ...run, replace: replace === "replace" });
  }
  await place.close();
}
process.stdout.write("finished\n");
