import { isFinished, type StoredModel } from "../checkpoint/header.ts";
import type { Ranker } from "../ranker.ts";
import type { TrainingResult } from "../training/training-result.ts";
import { type Model, meanScores } from "./model.ts";

/** What a model is made of, besides what the header says about it. */
export interface ModelParts {
  readonly directory: string;
  readonly written: string;
  readonly members: readonly Ranker[];
  readonly results: readonly TrainingResult[];
}

/** The model that a header describes. */
export function storedModel(stored: StoredModel, { directory, written, members, results }: ModelParts): Model {
  const { features, hidden, items, itemNames } = members[0];
  return {
    kind: stored.memberCount === 1 ? "ranker" : "ensemble",
    directory,
    features,
    hidden,
    items,
    itemNames,
    members,
    memberCount: stored.memberCount,
    finished: isFinished(stored),
    written,
    results,
    record: stored.record,
    scores: (rows) => meanScores(members, rows),
  };
}
