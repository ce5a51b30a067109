import { trainingResult } from "../training/training-result.ts";
import type { Model } from "./model.ts";
import { storedModel } from "./stored-model.ts";

/**
 * Loads what a directory holds: a ranker that was saved, or a ranker or an ensemble that was trained into it; of a training that is
 * unfinished, the best model so far. Damage is refused as {@link loadRanker} refuses it.
 *
 * @param directory - Where it is.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, loadModel } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * await createRanker({ features: 5, hidden: 8, items: 4, seed: 1 }).save(directory);
 * const model = await loadModel(directory);
 * console.log(model.kind, model.finished, model.scores({ indices: [0, 3] }).length); // ranker true 4
 * ```
 */
export async function loadModel(directory: string): Promise<Model> {
  // Loaded here so that a browser, which has no files, need not find what reads them.
  const { readMembers } = await import("../checkpoint/read-members.ts");
  const { memberTraining } = await import("../checkpoint/write-checkpoint.ts");
  const { header, members } = await readMembers(directory);
  const { model, written } = header;
  const results = model.members.flatMap((member, i) => {
    const training = memberTraining(member, directory);
    return training === undefined ? [] : [trainingResult(members[i], training.settings, training.state)];
  });
  return storedModel(model, { directory, written, members, results });
}
