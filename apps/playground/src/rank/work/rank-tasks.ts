import { nextQuestions } from "@tierwise/aggregate";
import { rankingJson, rankingTsv } from "@tierwise/cli/ranking";
import { parsePreferences, printableJson } from "@tierwise/data/parse";
import type { OpenedFile } from "../../files/opened-file.ts";
import { csvOf } from "../export/csv.ts";
import { rankingSvg } from "../export/ranking-svg.ts";
import type { RankSettings } from "../state/settings.ts";
import { FitError, type FittedVotes, fitVotes } from "./fit-votes.ts";
import { type RankingResult, rankingResult } from "./ranking-result.ts";
import { observationsOf, readVotes } from "./read-votes.ts";
import { type Remedy, remediesOf } from "./reading-options.ts";

/** A request for the ranking of a file of votes. */
export interface RankRequest {
  readonly file: OpenedFile;
  readonly reading: Readonly<Record<string, string>>;
  readonly settings: RankSettings;
}

/** A ranking, or what is wrong with the votes. */
export type RankAnswer =
  | { readonly result: RankingResult }
  | { readonly problem: string; readonly remedies: readonly Remedy[] };

/** A request for the next best-worst question. */
export interface AskRequest {
  readonly items: readonly string[];
  readonly votes: OpenedFile | undefined;
  readonly size: number;
  readonly seed: number;
}

/** The files that a ranking is exported to. */
export type ExportFormat = "csv" | "json" | "svg";

/** What the worker of the page does: it ranks, exports its last ranking, and proposes questions. */
export interface RankTasks {
  rank(request: RankRequest): Promise<RankAnswer>;
  exported(format: ExportFormat): Promise<string>;
  /** The items of the next question, as indices. */
  ask(request: AskRequest): Promise<readonly number[]>;
}

/** Creates the tasks, which remember the last ranking. */
export function createRankTasks(): RankTasks {
  let last: FittedVotes | undefined;
  return {
    async rank({ file, reading, settings }) {
      last = undefined;
      try {
        last = fitVotes(await readVotes(file, reading, settings), settings);
        return { result: rankingResult(last, file.name) };
      } catch (error) {
        const remedies =
          error instanceof FitError && settings.prior === 0
            ? [{ words: "Use a prior of 0.1", prior: 0.1 }]
            : remediesOf(error);
        return { problem: (error as Error).message, remedies };
      }
    },
    async exported(format) {
      if (last === undefined) throw new Error("there is no ranking to export");
      const { board, counts, fit, votes } = last;
      if (format === "csv") return csvOf(rankingTsv(board));
      if (format === "svg") return rankingSvg(board);
      const { converged, logLikelihood, gradientNorm, iterations } = fit;
      const facts = { reading: votes.reading, observations: observationsOf(votes), converged };
      const found = {
        ...facts,
        logLikelihood,
        gradientNorm,
        iterations,
        ...rankingJson(board, counts, fit, undefined),
      };
      return `${printableJson(JSON.stringify(found, plainArrays, 2))}\n`;
    },
    async ask({ items, votes, size, seed }) {
      const cast =
        votes === undefined
          ? { itemNames: items, preferences: [] }
          : parsePreferences(votes.bytes, { file: votes.name, itemNames: items });
      const { questions } = nextQuestions(cast, { sets: 1, size: Math.min(size, items.length), seed });
      return questions[0]?.items ?? [];
    },
  };
}

/** A JSON replacer that turns typed arrays into plain ones. */
function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}
