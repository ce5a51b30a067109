import type { RankOptions } from "@tierwise/metrics";
import type { CellContext } from "../study/study.ts";

/** Converts the context of a cell to options of `evaluate` and `rank`. */
export function rankingContext({ threads, signal }: CellContext): Pick<RankOptions, "signal" | "threads"> {
  return { threads, ...(signal && { signal }) };
}
