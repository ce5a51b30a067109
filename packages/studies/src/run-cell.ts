import { findStudy } from "./catalog.ts";
import type { StudyCell } from "./study/study.ts";

/**
 * Runs a cell on one thread, after looking up its study in this package by `cell.study`. Worker threads and processes import this file.
 *
 * @param cell - The cell, as JSON.
 *
 * @example
 * ```ts
 * import { runCell } from "@tierwise/studies";
 *
 * const cell = { study: "mse", itemCount: 20, samples: 40, method: "PL-LB", seed: 1, maxSteps: 50 };
 * console.log(Object.keys(await runCell(cell)).includes("mse")); // true
 * ```
 */
export async function runCell(cell: StudyCell): Promise<StudyCell> {
  const study = await findStudy(cell.study);
  return study.run(cell, { threads: 1 });
}
