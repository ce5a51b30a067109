import type { BattleFit, BattleSlice } from "@tierwise/aggregate";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { battleNotes } from "./battle-notes.ts";
import { judgesTable } from "./judges-table.ts";
import type { Leaderboard, LeaderboardItem } from "./leaderboard.ts";
import { type ScaledSlice, scaledSlices, slicesTable } from "./slices-table.ts";

interface BattleResults {
  readonly board: Leaderboard;
  readonly shown: readonly LeaderboardItem[];
  readonly flags: { readonly by?: string; readonly top: number };
  readonly session: Session;
}

/** Prints the results of fitting battles except the ranking, and returns the slices on the scale of the leaderboard. */
export function printBattleResults(
  fit: BattleFit,
  slices: readonly BattleSlice[] | undefined,
  { board: { items, scale }, shown, flags, session }: BattleResults,
): ScaledSlice[] | undefined {
  const { colors, width } = session;
  for (const line of battleNotes(fit)) session.note(line);
  if (fit.judges !== undefined) session.print(`\n${judgesTable(fit.judges, colors, flags.top)}`);
  if (slices === undefined) return undefined;
  const by = flags.by ?? "";
  const scaled = scaledSlices(slices, items, scale);
  session.print(`\n${slicesTable(scaled, shown, { scale, by, colors, width })}`);
  noteProblems(by, scaled, session);
  return scaled;
}

/** The maximum number of problems that are printed in full; the others are only counted. */
const MOST_PROBLEMS = 5;

function noteProblems(by: string, slices: readonly ScaledSlice[], session: Session): void {
  const left = slices.filter(({ problem }) => problem !== undefined);
  for (const { name, problem } of left.slice(0, MOST_PROBLEMS)) {
    const advice = problem?.replace("set a prior", "set a prior, such as --prior 0.1");
    session.note(`${by} ${name} is left out: ${advice}`);
  }
  if (left.length <= MOST_PROBLEMS) return;
  const more = `${count(left.length - MOST_PROBLEMS)} more of the ${count(slices.length)} values of ${by} are left out`;
  session.note(`${more}; --by suits columns with few values, such as a category, or month for a time column`);
}
