import type { Metrics } from "@tierwise/metrics";
import type { LossName } from "@tierwise/ranker";

/** One training of the study of GLaS. */
export interface GlasCell {
  /** The name of the data set. */
  readonly data: string;
  readonly loss: LossName;
  /** λ. */
  readonly weight: number;
  readonly seed: number;
  /** Data and settings, as JSON: figures of other settings are not compared. */
  readonly settings: string;
  readonly epoch: number;
  readonly seconds: number;
  /** One figure a column, in percent. */
  readonly validation: readonly number[];
  readonly test: readonly number[];
}

/** How far down rankings the recall of frequent and rare labels looks. */
const depth = 20;

/** What is measured: P@k for what it costs the head, PSP@k for the tail, and recall by how often labels occur. */
export const glasColumns: readonly string[] = [
  ...["P@1", "P@5", "PSP@1", "PSP@5"],
  ...["head", "torso", "tail"].map((group) => `${group} R@${depth}`),
];

/** The cut-offs that the columns need. */
export const glasCutOffs: readonly number[] = [1, 5, depth];

/** The figures of a cell. */
export function glasFigures({ precision, psp = {}, groups = {} }: Metrics): number[] {
  const recalls = ["head", "torso", "tail"].map((group) => groups[group].recall[depth]);
  return [precision[1], precision[5], psp[1], psp[5], ...recalls].map((x) => 100 * x);
}
