import type { BattleFit, BattleSlice } from "@tierwise/aggregate";
import type { Session } from "../terminal/session.ts";
import { battleNotes } from "./battle-notes.ts";
import { judgesTable } from "./judges-table.ts";
import type { Leaderboard, LeaderboardItem } from "./leaderboard.ts";
import { type ScaledSlice, scaledSlices, slicesTable } from "./slices-table.ts";

/** What the results of battles are printed beside. */
interface BattleResults {
  readonly board: Leaderboard;
  readonly shown: readonly LeaderboardItem[];
  readonly flags: { readonly by?: string; readonly top: number };
  readonly session: Session;
}

/** Prints what a fit of battles found beside the ranking, and returns the slices on the scale of the leaderboard. */
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
  for (const { name, problem } of scaled) {
    const advice = problem?.replace("set a prior", "set a prior, such as --prior 0.1");
    if (advice !== undefined) session.note(`${by} ${name} is left out: ${advice}`);
  }
  return scaled;
}
