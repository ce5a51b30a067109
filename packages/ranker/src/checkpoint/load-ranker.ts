import { type KernelModule, loadKernelModule } from "@tierwise/kernels";
import { createRanker, type Ranker } from "../ranker.ts";
import type { Header } from "./header.ts";
import { readArrays, readHeader } from "./model-directory.ts";
import { weightArrays } from "./save-ranker.ts";

/**
 * Loads a ranker that `ranker.save` wrote, or the best model so far of a training that keeps checkpoints. Every array is checked
 * against its length and checksum; what is damaged, truncated or not a model is refused with a sentence.
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
  return readRanker(directory, await readHeader(directory), await loadKernelModule());
}

/** The ranker that a header describes. */
export async function readRanker(directory: string, header: Header, module: KernelModule): Promise<Ranker> {
  const { shape, seed, normalize, steps, itemNames } = header;
  const ranker = createRanker({ ...shape, seed, normalize, module, ...(itemNames === undefined ? {} : { itemNames }) });
  await readArrays(directory, header, weightArrays("weights", ranker.weights));
  ranker.steps = steps;
  return ranker;
}
