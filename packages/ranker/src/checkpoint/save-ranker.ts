import type { Weights } from "../network/weights.ts";
import type { Ranker } from "../ranker.ts";
import type { StoredArray } from "./array-file.ts";
import type { StoredMember } from "./header.ts";
import { openStore } from "./model-store.ts";
import { resolve } from "./node-files.ts";

/** Savings of this process by directory: they follow one another. */
const savings = new Map<string, Promise<void>>();

/** The arrays of weights by the names that they have in a header, which begin with `name`. */
export function weightArrays(name: string, { input, output }: Weights): Record<string, StoredArray> {
  return {
    [`${name}.input`]: input.weights,
    [`${name}.input-bias`]: input.bias,
    [`${name}.output`]: output.weights,
    [`${name}.output-bias`]: output.bias,
  };
}

/** Whether an array is one that a ranker is loaded from. */
export function isWeightArray(name: string): boolean {
  return name.startsWith("weights.");
}

/** What a header says about a ranker. */
export function rankerMember(ranker: Ranker): Omit<StoredMember, "arrays"> {
  const { features, hidden, items, seed, normalize, steps, kernelBuild } = ranker;
  return { shape: { features, hidden, items }, seed, normalize, steps, kernelBuild };
}

/** Saves a ranker to a directory. */
export async function saveRanker(ranker: Ranker, directory: string): Promise<void> {
  const place = resolve(directory);
  const before = savings.get(place) ?? Promise.resolve();
  const saving = before.catch(() => {}).then(() => saveAlone(ranker, directory));
  savings.set(place, saving);
  try {
    await saving;
  } finally {
    if (savings.get(place) === saving) savings.delete(place);
  }
}

async function saveAlone(ranker: Ranker, directory: string): Promise<void> {
  const store = await openStore(directory);
  try {
    const { itemNames } = ranker;
    store.begin({ memberCount: 1, ...(itemNames === undefined ? {} : { itemNames }) });
    await store.writeMember(0, rankerMember(ranker), weightArrays("weights", ranker.weights));
  } finally {
    await store.close();
  }
}
