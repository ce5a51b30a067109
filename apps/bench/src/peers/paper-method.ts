import { writeFileSync } from "node:fs";
import type { CostReference } from "@tierwise/studies/figures";
import { medianOf } from "../timing/side-by-side.ts";
import { torchPeer } from "./torch-peer.ts";

/** What `peers/pl_partition_shared.py` prints. */
export interface PaperMethod {
  /** Of each step after a warm-up. */
  readonly seconds: readonly number[];
  /** Peak resident memory, less what was resident after the import of PyTorch. */
  readonly bytes: number;
  /** N and T; added here. */
  readonly items: number;
  readonly intervals: number;
}

/** Steps that are timed after a warm-up; a thousand would take hours. */
const TIMED_STEPS = 5;

/** T of the paper's experiments. */
const PAPER_INTERVALS = 10_000;

/** The paper's method in PyTorch with N items and T intervals; undefined where there is no PyTorch. */
export function measurePaperMethod(
  items: number,
  { intervals = PAPER_INTERVALS, steps = TIMED_STEPS }: { readonly intervals?: number; readonly steps?: number } = {},
): PaperMethod | undefined {
  type Measured = Omit<PaperMethod, "intervals" | "items">;
  const measured = torchPeer<Measured>("pl_partition_shared.py", items, steps, intervals);
  return measured && { ...measured, items, intervals };
}

/** The point of Figure 2 that it is. */
export function paperMethodFigure({ items, seconds, bytes }: PaperMethod): CostReference {
  return { label: "paper's method in PyTorch, T = 10⁴", items, seconds: 1000 * medianOf(seconds), bytes };
}

/** Measures it for 10⁵ items and keeps what it found in `file`. */
export function torchReference(file: string): CostReference | undefined {
  const measured = measurePaperMethod(100_000);
  if (measured === undefined) {
    console.error("left out: the paper's method, because TIERWISE_PYTHON names no Python with PyTorch");
    return undefined;
  }
  writeFileSync(file, `${JSON.stringify(measured)}\n`);
  return paperMethodFigure(measured);
}
