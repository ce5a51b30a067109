import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentsPeer, writeRaw } from "../../peers/documents-peer.ts";
import type { SearchLists } from "./document-data.ts";
import type { TreeTrial } from "./draw-trial.ts";

/** The settings of a search for `documents.py`. */
interface Search {
  readonly objective: string;
  readonly seed: number;
  readonly threads: number;
  readonly trees: number;
  readonly patience: number;
  readonly trials: readonly TreeTrial[];
}

/** The scores of XGBoost's models, one per trial; undefined if XGBoost is not installed. */
export function xgboostScores(
  lists: SearchLists,
  search: Search,
): { validation: Float64Array; test: Float64Array }[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-xgboost-"));
  try {
    for (const part of ["train", "validation", "test"] as const) writeRaw(folder, part, lists[part]);
    writeFileSync(join(folder, "search.json"), JSON.stringify(search));
    const peer = documentsPeer(folder, "search", { trees: 0, leaves: 0 });
    return peer?.trials.map(({ validation, test }) => ({
      validation: Float64Array.from(validation),
      test: Float64Array.from(test),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
