import type { Study } from "../study/study.ts";
import {
  type QualityCell,
  type QualityResult,
  type QualitySettings,
  qualityCells,
  qualityIdentity,
  runQualityCell,
} from "./quality-cell.ts";
import { methodTables, type QualityLine, summarizeQuality } from "./quality-tables.ts";

/**
 * Tables 1, 2 and 4: the metrics of the ranker with every loss and preset, and of SLEEC, LEML and popularity, on a dataset of the extreme
 * classification repository. {@link qualityTables} shows them next to the paper's results.
 *
 * @example
 * ```ts
 * import { qualityStudy, studyNames } from "@tierwise/studies";
 *
 * console.log(studyNames.includes(qualityStudy.name)); // true
 * ```
 */
export const qualityStudy: Study<QualityCell, QualityResult, readonly QualityLine[], QualitySettings> = {
  name: "quality",
  revision: 1,
  place: "here",
  cells: qualityCells,
  identity: qualityIdentity,
  run: runQualityCell,
  summarize: summarizeQuality,
  table: methodTables,
};
