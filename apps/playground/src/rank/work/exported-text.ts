import { rankingJson, rankingTsv } from "@tierwise/cli/ranking";
import { printableJson } from "@tierwise/data/parse";
import { csvOf } from "../export/csv.ts";
import { rankingSvg } from "../export/ranking-svg.ts";
import type { FittedVotes } from "./fit-votes.ts";
import { observationsOf } from "./read-votes.ts";

/** The formats to which a ranking can be exported. */
export type ExportFormat = "csv" | "json" | "svg";

/** Formats a ranking for a file. The JSON equals the output of `tierwise fit --json`. */
export function exportedText({ board, counts, fit, votes }: FittedVotes, format: ExportFormat): string {
  if (format === "csv") return csvOf(rankingTsv(board));
  if (format === "svg") return rankingSvg(board);
  const { converged, logLikelihood, gradientNorm, iterations } = fit;
  const facts = { reading: votes.reading, observations: observationsOf(votes), converged, logLikelihood };
  const found = { ...facts, gradientNorm, iterations, ...rankingJson(board, counts, fit, undefined) };
  return `${printableJson(JSON.stringify(found, plainArrays, 2))}\n`;
}

/** A JSON replacer that converts typed arrays to plain arrays. */
function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}
