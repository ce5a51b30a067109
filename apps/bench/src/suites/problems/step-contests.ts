import type { XmlPresetName } from "@tierwise/datasets-xml";
import type { LossName } from "@tierwise/ranker";

export interface StepContest {
  readonly preset: XmlPresetName;
  /** A method of `peers/training_step.py`; `enough` means the smallest T that is accurate to single precision. */
  readonly method: string;
  readonly loss: LossName;
  readonly words: string;
  /** The lowest acceptable ratio of median step times, PyTorch's to ours. */
  readonly atLeast?: number;
  /** The lowest acceptable ratio of the fastest step times, PyTorch's to ours. */
  readonly fastest?: number;
}

const paper = { method: "midpoint:10000", loss: "pl-partition", words: "the paper's method, T = 10⁴" } as const;
const enough = {
  method: "midpoint:enough",
  loss: "pl-partition",
  words: "the paper's method with just enough intervals",
} as const;
const quadrature = {
  method: "quadrature",
  loss: "pl-partition",
  words: "a trapezoid rule with 48 nodes in PyTorch",
} as const;
const dense = { method: "pl-lb", loss: "pl-lb", words: "PyTorch with dense Adam" } as const;
const sparse = {
  method: "pl-lb-sparse",
  loss: "pl-lb",
  words: "PyTorch with a sparse embedding and SparseAdam",
} as const;

export const stepContests: readonly StepContest[] = [
  { preset: "delicious-1k", ...paper, atLeast: 50 },
  { preset: "delicious-1k", ...enough },
  { preset: "delicious-1k", ...quadrature },
  { preset: "delicious-1k", ...dense, atLeast: 2, fastest: 1.5 },
  { preset: "wiki10-31k", ...paper, atLeast: 8 },
  { preset: "wiki10-31k", ...enough },
  { preset: "wiki10-31k", ...quadrature },
  { preset: "wiki10-31k", ...dense, atLeast: 4 },
  { preset: "wiki10-31k", ...sparse, atLeast: 2.5 },
  { preset: "delicious-200k", ...dense, atLeast: 6 },
  { preset: "delicious-200k", ...sparse, atLeast: 2.5 },
];
