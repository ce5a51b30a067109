// `pnpm --filter @tierwise/bench second-phase [--sets delicious-1k,enron] [--seeds 5] [--hidden 256] [--show]`: trains with PL-Partition,
// then with the expected nDCG@5 (sharpness 1 or 3). A control continues with PL-Partition for the same number of epochs. The validation
// rows determine the epoch in each run and, for each dataset, the sharpness and whether there is a second phase. Test rows are read once,
// for the chosen models, after all runs. Models and figures are kept in bench-results/second-phase; a rerun trains only missing models, and
// --show trains none. Reads the datasets from TIERWISE_DATA.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readXmlFolder, type XmlFolder } from "@tierwise/studies";
import { testPhases } from "./second-phase/test-phases.ts";
import { openStore, trainPhases } from "./second-phase/train-phases.ts";

/** The datasets, in ascending order of training time. */
const allSets = [
  "emotions",
  "medical",
  "enron",
  "corel5k",
  "rcv1sub1",
  "yahoo_arts",
  "stackex_chemistry",
  "stackex_cs",
  "delicious-1k",
];
const { values } = parseArgs({
  options: {
    sets: { type: "string", default: allSets.join(",") },
    seeds: { type: "string", default: "5" },
    hidden: { type: "string", default: "256" },
    threads: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
  },
});
const root = process.env["TIERWISE_DATA"] ?? "data";
const [seeds, hidden, threads] = [values.seeds, values.hidden, values.threads].map(Number);
const sets = values.sets.split(",");
const store = openStore(join(import.meta.dirname, "..", "..", "..", "bench-results", "second-phase"));

// Training proceeds seed by seed, so that after an interruption, the datasets differ by at most one in their number of completed seeds.
for (let seed = 0; seed < seeds && !values.show; seed++) {
  for (const set of sets) {
    if (store.results.some((run) => run.set === set && run.seed === seed && run.hidden === hidden)) continue;
    const { train } = await readSet(set);
    const { validation, seconds } = await trainPhases({ set, seed }, train, { hidden, threads }, store);
    const figures = Object.entries(validation).map(([model, value]) => `${model} ${(100 * value).toFixed(2)}`);
    console.log(`${set}, seed ${seed}, ${seconds.toFixed(0)} s, validation nDCG@5: ${figures.join("; ")}`);
  }
}

console.log("| data (seeds) | model | P@1 | P@5 | nDCG@5 | runs improved on validation rows |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const set of sets) {
  const runs = store.results.filter((run) => run.set === set && run.hidden === hidden && run.seed < seeds);
  if (runs.length === 0) continue;
  const { test } = await readSet(set);
  for (const line of await testPhases(runs, test, threads, store)) console.log(line);
}

function readSet(set: string): Promise<XmlFolder> {
  return readXmlFolder(existsSync(join(root, set)) ? join(root, set) : join(root, "multilabel", set));
}
