import type { OpenedFile } from "../../files/opened-file.ts";
import type { RankSettings } from "../state/settings.ts";
import type { ExportFormat } from "./exported-text.ts";
import { FitError, type FittedVotes, fitVotes } from "./fit-votes.ts";
import type { AskRequest } from "./next-question.ts";
import { type RankingResult, rankingResult } from "./ranking-result.ts";
import { readVotes } from "./read-votes.ts";
import { type Remedy, remediesOf } from "./reading-options.ts";

/** A request for the ranking of a file of votes. */
export interface RankRequest {
  readonly file: OpenedFile;
  readonly reading: Readonly<Record<string, string>>;
  readonly settings: RankSettings;
}

/** A ranking, or the problem with the votes. */
export type RankAnswer =
  | { readonly result: RankingResult }
  | { readonly problem: string; readonly remedies: readonly Remedy[] };

/** The tasks of the worker: ranking, exporting the last ranking, and proposing questions. */
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
        last = await fitVotes(await readVotes(file, reading, settings), settings);
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
      const { exportedText } = await import("./exported-text.ts");
      return exportedText(last, format);
    },
    async ask(request) {
      const { nextQuestion } = await import("./next-question.ts");
      return nextQuestion(request);
    },
  };
}
