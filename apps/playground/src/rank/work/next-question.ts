import { nextQuestions } from "@tierwise/aggregate";
import { readPreferencesBlob } from "@tierwise/data/parse";
import type { OpenedFile } from "../../files/opened-file.ts";

/** A request for the next best-worst question. */
export interface AskRequest {
  readonly items: readonly string[];
  readonly votes: OpenedFile | undefined;
  readonly size: number;
  readonly seed: number;
}

/** Returns the indices of the items whose comparison is expected to be most informative. They are the first proposal of `tierwise ask`. */
export async function nextQuestion({ items, votes, size, seed }: AskRequest): Promise<readonly number[]> {
  const cast =
    votes === undefined
      ? { itemNames: items, preferences: [] }
      : await readPreferencesBlob(votes.content, { file: votes.name, itemNames: items });
  const { questions } = nextQuestions(cast, { sets: 1, size: Math.min(size, items.length), seed });
  return questions[0]?.items ?? [];
}
