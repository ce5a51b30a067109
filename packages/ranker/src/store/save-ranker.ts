import type { Ranker } from "../model/ranker.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { resolve } from "./files.ts";
import { rankerMember, weightArrays } from "./header.ts";
import { openStore } from "./model-store.ts";

/** The pending save for each directory; saves to the same directory run one at a time. */
const savings = new Map<string, Promise<void>>();

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
    store.begin({ memberCount: 1, ...knownVocabulary(ranker) });
    await store.writeMember(0, rankerMember(ranker), weightArrays("weights", ranker.weights));
  } finally {
    await store.close();
  }
}
