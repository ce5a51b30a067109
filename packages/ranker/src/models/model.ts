import type { SparseRow, SparseRows } from "../data/sparse-rows.ts";
import type { Ranker } from "../ranker.ts";
import type { TrainingRecord } from "../training/training-record.ts";
import type { TrainingResult } from "../training/training-result.ts";

/** A model as a directory holds it: one ranker, or an ensemble whose scores are averaged. */
export interface Model {
  /** What it is. */
  readonly kind: "ensemble" | "ranker";
  /** Where it is. */
  readonly directory: string;
  /** D, how many features there are. */
  readonly features: number;
  /** How many hidden units each member has. */
  readonly hidden: number;
  /** N, how many items are ranked. */
  readonly items: number;
  /** The names of the items, where known. */
  readonly itemNames: readonly string[] | undefined;
  /** Its rankers; while the training of an ensemble is unfinished, those so far. */
  readonly members: readonly Ranker[];
  /** How many rankers it has when its training is finished. */
  readonly memberCount: number;
  /** Whether its training came to its end. A ranker that was only saved counts as finished. */
  readonly finished: boolean;
  /** When it was last written, as an ISO date. */
  readonly written: string;
  /** The result of training each member, as far as known: none where it was only saved. */
  readonly results: readonly TrainingResult[];
  /** What whoever trained it left about that. */
  readonly record: TrainingRecord | undefined;
  /**
   * The scores of all items: of an ensemble, the mean over its members.
   *
   * @param rows - One row, or rows such as `dataset.features`.
   * @returns Rows × N scores, row after row.
   */
  readonly scores: (rows: SparseRow | SparseRows) => Float32Array;
}

/** The mean scores of rankers. */
export function meanScores(members: readonly Ranker[], rows: SparseRow | SparseRows): Float32Array {
  const sum = members[0].scores(rows);
  if (members.length === 1) return sum;
  for (const member of members.slice(1)) {
    const scores = member.scores(rows);
    for (let i = 0; i < sum.length; i++) sum[i] += scores[i];
  }
  for (let i = 0; i < sum.length; i++) sum[i] /= members.length;
  return sum;
}
