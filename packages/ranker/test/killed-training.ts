// node killed-training.ts DIRECTORY: trains with a checkpoint as often as there can be one, resuming where there is one. To be killed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createRanker, resumeTraining, train } from "@tierwise/ranker";
import { tinyData, tinySizes } from "./tiny-data.ts";

const directory = process.argv[2];
const data = tinyData(600);
if (existsSync(join(directory, "ranker.json"))) await resumeTraining(directory, data, { everySeconds: 0, threads: 2 });
else {
  const checkpoint = { directory, everySeconds: 0 };
  const ranker = createRanker({ ...tinySizes, seed: 4 });
  await train(ranker, data, { ...killedOptions(), checkpoint, threads: 2 });
}
process.stdout.write("finished\n");

function killedOptions() {
  return { epochs: 12, rates: [1e-2, 1e-3], batch: 16, hiddenDropout: 0.2 };
}
