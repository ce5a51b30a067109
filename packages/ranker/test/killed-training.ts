// node killed-training.ts DIRECTORY: trains with a checkpoint after every step, and says so at the first; goes on where there is one
// already. To be killed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createRanker, resumeTraining, train } from "@tierwise/ranker";
import { tinyData, tinySizes } from "./tiny-data.ts";

const directory = process.argv[2];
const data = tinyData(200);
const options = { epochs: 4, rates: [1e-2, 1e-3], batch: 32, hiddenDropout: 0.2 };
const run = {
  threads: 2,
  onProgress: ({ kind }: { kind: string }): unknown => kind === "checkpoint" && process.stdout.write("checkpoint\n"),
};
if (existsSync(join(directory, "ranker.json"))) await resumeTraining(directory, data, { everySeconds: 0, ...run });
else {
  const ranker = createRanker({ ...tinySizes, seed: 4 });
  await train(ranker, data, { ...options, ...run, checkpoint: { directory, everySeconds: 0 } });
}
process.stdout.write("finished\n");
