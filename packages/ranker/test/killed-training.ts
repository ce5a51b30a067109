// node killed-training.ts DIRECTORY KIND [replace]: trains into a directory with a checkpoint after every step, or resumes the training run
// there. Prints a line when it starts; the test waits for this line before it kills the process.
import {
  createRanker,
  openModelDirectory,
  resumeModel,
  resumeTraining,
  type TrainModelOptions,
  train,
  trainModel,
} from "@tierwise/ranker";
import { tinyData, tinySizes } from "./tiny-data.ts";

const [, , directory, kind, replace] = process.argv;
const data = tinyData(200);
const run = { threads: 2, everySeconds: 0 };
const options: TrainModelOptions = {
  epochs: 3,
  learningRates: [1e-2, 1e-3],
  batchSize: 64,
  hiddenDropout: 0.2,
  hidden: tinySizes.hidden,
  seed: 4,
  members: kind === "ensemble" ? 3 : 1,
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
  if (status.state === "training" || status.state === "replacing") await resumeModel(place, data, run);
  else if (status.state === "empty" || replace === "replace") {
    await trainModel(place, data, { ...options, ...run, replace: replace === "replace" });
  }
  await place.close();
}
process.stdout.write("finished\n");
