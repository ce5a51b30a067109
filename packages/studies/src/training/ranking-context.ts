import type { RankOptions } from "@tierwise/metrics";
import type { CellContext } from "../study/study.ts";

/** The context of a cell as options of `evaluate` and `rank`. */
export function rankingContext({ threads, signal }: CellContext): Pick<RankOptions, "signal" | "threads"> {
  return { threads, ...(signal && { signal }) };
}
