import { writeFileSync } from "node:fs";
import { medianOf } from "@tierwise/studies";
import type { CostReference } from "@tierwise/studies/figures";
import { torchPeer } from "./torch-peer.ts";

/** The output of `peers/pl_partition_shared.py`, with the numbers of items and intervals. */
export interface PaperMethod {
  /** The time of each step after a warm-up. */
  readonly seconds: readonly number[];
  /** Peak resident memory minus the resident memory after importing PyTorch. */
  readonly bytes: number;
  /** The numbers of items (N) and intervals (T), which the script does not print. */
  readonly itemCount: number;
  readonly intervals: number;
}

/** The number of timed steps after a warm-up; the paper's thousand steps would take hours. */
const TIMED_STEPS = 5;

/** The T used in the paper's experiments. */
const PAPER_INTERVALS = 10_000;

/** Measures the paper's method in PyTorch with N items and T intervals; returns undefined if PyTorch is missing. */
export function measurePaperMethod(
  itemCount: number,
  { intervals = PAPER_INTERVALS, steps = TIMED_STEPS }: { readonly intervals?: number; readonly steps?: number } = {},
): PaperMethod | undefined {
  type Measured = Omit<PaperMethod, "intervals" | "itemCount">;
  const measured = torchPeer<Measured>("pl_partition_shared.py", itemCount, steps, intervals);
  return measured && { ...measured, itemCount, intervals };
}

/** Converts the measurement to a point in Figure 2, scaled to a thousand steps. */
export function paperMethodFigure({ itemCount, seconds, bytes }: PaperMethod): CostReference {
  return { label: "paper's method in PyTorch, T = 10⁴", itemCount, seconds: 1000 * medianOf(seconds), bytes };
}

/** Measures the paper's method for 10⁵ items and saves the result in `file`. */
export function torchReference(file: string): CostReference | undefined {
  const measured = measurePaperMethod(100_000);
  if (measured === undefined) {
    console.error("skipped: the paper's method, because TIERWISE_PYTHON is not set to a Python with PyTorch");
    return undefined;
  }
  writeFileSync(file, `${JSON.stringify(measured)}\n`);
  return paperMethodFigure(measured);
}
