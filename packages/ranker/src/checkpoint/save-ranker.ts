import type { Weights } from "../network/weights.ts";
import type { Ranker } from "../ranker.ts";
import type { StoredArray } from "./array-file.ts";
import { type HeaderContent, writeModel } from "./model-directory.ts";

/** The arrays of weights by the names that they have in a header, which begin with `name`. */
export function weightArrays(name: string, { input, output }: Weights): Record<string, StoredArray> {
  return {
    [`${name}.input`]: input.weights,
    [`${name}.input-bias`]: input.bias,
    [`${name}.output`]: output.weights,
    [`${name}.output-bias`]: output.bias,
  };
}

/** What the header of a ranker says. */
export function rankerHeader(ranker: Ranker): HeaderContent {
  const { features, hidden, items, seed, normalize, steps, kernelBuild, itemNames } = ranker;
  return {
    shape: { features, hidden, items },
    seed,
    normalize,
    steps,
    kernelBuild,
    ...(itemNames === undefined ? {} : { itemNames }),
  };
}

/** Saves a ranker to a directory. */
export async function saveRanker(ranker: Ranker, directory: string): Promise<void> {
  await writeModel(directory, rankerHeader(ranker), weightArrays("weights", ranker.weights));
}
