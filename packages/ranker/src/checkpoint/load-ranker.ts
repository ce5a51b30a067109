import type { Ranker } from "../ranker.ts";

/**
 * Loads a ranker that `ranker.save` wrote, or the best model so far of a training that keeps checkpoints; {@link loadModel} also loads
 * ensembles. The header is checked against its digest and every array against its length and checksum; what is damaged, truncated or
 * not a model is refused with a sentence. A model that is being written at the same time is read as it was before, or as it is after.
 *
 * @param directory - Where it was saved.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, loadRanker } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * const ranker = createRanker({ features: 5, hidden: 8, items: 4, seed: 1 });
 * await ranker.save(directory);
 * const loaded = await loadRanker(directory);
 * const row = { indices: [1, 4], values: [0.5, 2] };
 * console.log(loaded.topK(row, 4).join() === ranker.topK(row, 4).join()); // true
 * ```
 */
export async function loadRanker(directory: string): Promise<Ranker> {
  // Loaded here so that a browser, which has no files, need not find what reads them.
  const { readMembers } = await import("./read-members.ts");
  const { members } = await readMembers(directory, ({ memberCount }) => {
    if (memberCount === 1) return;
    throw new Error(`${directory} holds an ensemble of ${memberCount} rankers; loadModel loads all of them`);
  });
  return members[0];
}
