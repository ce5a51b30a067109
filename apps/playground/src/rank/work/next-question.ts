import { nextQuestions } from "@tierwise/aggregate";
import { parsePreferences } from "@tierwise/data/parse";
import type { OpenedFile } from "../../files/opened-file.ts";

/** A request for the next best-worst question. */
export interface AskRequest {
  readonly items: readonly string[];
  readonly votes: OpenedFile | undefined;
  readonly size: number;
  readonly seed: number;
}

/** The items of the set whose answer is expected to tell the most, as indices; the set that `tierwise ask` proposes first. */
export function nextQuestion({ items, votes, size, seed }: AskRequest): readonly number[] {
  const cast =
    votes === undefined
      ? { itemNames: items, preferences: [] }
      : parsePreferences(votes.bytes, { file: votes.name, itemNames: items });
  const { questions } = nextQuestions(cast, { sets: 1, size: Math.min(size, items.length), seed });
  return questions[0]?.items ?? [];
}
