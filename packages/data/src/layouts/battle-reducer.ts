import { normalized } from "../columns/column-words.ts";
import type { Plan, WinnerConvention } from "../columns/plan.ts";
import { parseNumber } from "../columns/table-profile.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { type Cells, cellText } from "../records/cells.ts";
import { createNameIndex, isMissing, MISSING, type NameIndex } from "../records/name-index.ts";
import { createTally, type Tally } from "../records/tally.ts";
import { outcomeOfWord, type Sides, UNKNOWN } from "./battle-outcome.ts";
import { type BattleTies, battlePreferences, battleTable, type KeptColumn } from "./battle-table.ts";
import { canonicalNames } from "./canonical-order.ts";
import { columnShown, type Reducer, type ReducerContext, skip, skipMissing, wrongValue } from "./reducer.ts";

/** A column of battles that is kept in addition to the sides and the outcome. */
export interface WantedColumn {
  readonly name: string;
  readonly kind: KeptColumn["kind"];
}

export interface BattleReducerOptions {
  readonly ties: BattleTies;
  /** The kept columns, in order. */
  readonly kept: readonly WantedColumn[];
  /** The positions of the kept columns in the current file. */
  readonly placeOf: (column: WantedColumn) => number;
}

const [LEFT, RIGHT, TIE] = [0, 1, 2];

/** Reduces a stream of battles to counts of distinct rows. */
export function createBattleReducer(context: ReducerContext, { ties, kept, placeOf }: BattleReducerOptions): Reducer {
  const names = { memory: context.memory, file: () => context.file };
  const items = createNameIndex({ ...names, ...(context.itemNames && { names: context.itemNames }) });
  const winners = createNameIndex(names);
  const keptNames: NameIndex[] = kept.map(() => createNameIndex(names));
  const tally = createTally(kept.length, context.memory);
  let keptAt: number[] = [];
  let plan: Plan;
  let convention: WinnerConvention = "side";
  /** Whether the two item columns are the winner and the loser, so that no outcome column is needed. */
  let isPair = false;
  let [firstAt, secondAt, winnerAt, weightAt] = [-1, -1, -1, -1];
  let sides: Sides;
  /** The two items of the current row. */
  let [left, right] = [MISSING, MISSING];
  /** The outcome for each code of the winner column, or {@link UNKNOWN} if the code names an item. */
  let outcomes: number[] = [];

  const column = (role: keyof Plan["columns"]): number => plan.columns[role]?.[0] ?? -1;

  /** Reads the items and the kept columns of a row. Returns false if the row is skipped. */
  function readSides(cells: Cells): boolean {
    left = itemOf(cells, isPair ? "winner" : "side a", firstAt);
    if (left === MISSING) return false;
    right = itemOf(cells, isPair ? "loser" : "side b", secondAt);
    if (right === MISSING) return false;
    if (left === right) skip(context, "an item against itself");
    return left !== right && keepsColumns(cells);
  }

  /** Returns the code of an item, or skips the row and returns {@link MISSING}. */
  function itemOf(cells: Cells, role: string, at: number): number {
    const item = items.ofCell(cells, at);
    if (item === MISSING) skipMissing(context, role, at, cells.line);
    return item;
  }

  /** Returns whether all kept columns have values and, if so, writes their codes to `tally.more`. */
  function keepsColumns(cells: Cells): boolean {
    for (let k = 0; k < keptAt.length; k++) {
      const code = keptNames[k].ofCell(cells, keptAt[k]);
      if (code === MISSING) {
        skipMissing(context, kept[k].name, keptAt[k], cells.line);
        return false;
      }
      if (kept[k].kind === "number" && Number.isNaN(parseNumber(keptNames[k].names[code]))) {
        const problem = { role: kept[k].name, text: keptNames[k].names[code], expected: "a number" };
        throw wrongValue(context, problem, keptAt[k], cells.line);
      }
      tally.more[k] = code;
    }
    return true;
  }

  /** Returns a nonnegative count, or skips the row and returns NaN. */
  function countOf(cells: Cells, role: "weight" | "winsA" | "winsB" | "ties" | "scoreA" | "scoreB"): number {
    const text = cellText(cells, column(role), context.file);
    if (isMissing(text)) {
      skipMissing(context, role, column(role), cells.line);
      return Number.NaN;
    }
    const value = parseNumber(text);
    const isScore = role === "scoreA" || role === "scoreB";
    if (!Number.isFinite(value) || (value < 0 && !isScore)) {
      const expected = isScore ? "a number" : "a nonnegative number";
      throw wrongValue(context, { role, text, expected }, column(role), cells.line);
    }
    return value;
  }

  /** Returns the outcome in the winner column, or skips the row and returns {@link MISSING}. */
  function decided(cells: Cells): number {
    const winner = winners.ofCell(cells, winnerAt);
    if (winner === MISSING) {
      skipMissing(context, "winner", winnerAt, cells.line);
      return MISSING;
    }
    // A word for a side means the same in every row, but an item may be on either side.
    if (convention !== "item" && outcomes[winner] >= 0) return outcomes[winner];
    const text = winners.names[winner];
    if (convention === "item") {
      if (text === items.names[left]) return LEFT;
      if (text === items.names[right]) return RIGHT;
    }
    outcomes[winner] ??= outcomeOfWord(text, sides, convention);
    if (outcomes[winner] !== UNKNOWN) return outcomes[winner];
    if (text === "*" && convention !== "item") {
      skipMissing(context, "winner", winnerAt, cells.line);
      return MISSING;
    }
    const who =
      convention === "item"
        ? `${quoted(items.names[left])} or ${quoted(items.names[right])}`
        : `${quoted(sides.columns[0])} or ${quoted(sides.columns[1])}`;
    throw wrongValue(
      context,
      { role: "winner", text, expected: `${who}, nor a tie`, option: "winner" },
      winnerAt,
      cells.line,
    );
  }

  /** Throws if a row with a winner and a loser is marked as a tie, which would otherwise count as a win. */
  function refuseTie(cells: Cells): void {
    for (const { column: at, words } of plan.tieMarks ?? []) {
      const text = cellText(cells, at, context.file);
      if (!words.includes(normalized(text))) continue;
      const problem = `column ${columnShown(context, at)} contains ${quoted(text)}, but files of winners and losers have no ties; use the columns a, b and winner, with the value "tie"`;
      const choices = [{ words: `${plan.words} in every row`, options: plan.choose }];
      throw new DatasetError(problem, { file: context.file, line: cells.line, option: "columns", choices });
    }
  }

  /** Counts a row that states its outcome. */
  function addOutcome(cells: Cells): void {
    refuseTie(cells);
    if (!readSides(cells)) return;
    const outcome = isPair ? LEFT : decided(cells);
    if (outcome === MISSING) return;
    const weight = weightAt < 0 ? 1 : countOf(cells, "weight");
    if (!Number.isNaN(weight)) tally.add(left, right, outcome, weight, cells.line);
  }

  /** Counts a row with the wins or scores of both sides. */
  function addMeasures(cells: Cells): void {
    if (!readSides(cells)) return;
    const isScore = plan.columns.scoreA !== undefined;
    const one = countOf(cells, isScore ? "scoreA" : "winsA");
    if (Number.isNaN(one)) return;
    const other = countOf(cells, isScore ? "scoreB" : "winsB");
    if (Number.isNaN(other)) return;
    const tied = plan.columns.ties === undefined ? 0 : countOf(cells, "ties");
    const weight = plan.columns.weight === undefined ? 1 : countOf(cells, "weight");
    if (Number.isNaN(tied) || Number.isNaN(weight)) return;
    if (isScore) {
      const sign = plan.best === "lower" ? other - one : one - other;
      const outcome = sign > 0 ? LEFT : sign < 0 ? RIGHT : TIE;
      tally.add(left, right, outcome, weight, cells.line);
      return;
    }
    for (const [outcome, wins] of [one, other, tied].entries()) {
      if (wins > 0) tally.add(left, right, outcome, wins, cells.line);
    }
  }

  /** Returns 1 for each item with a row that was not skipped, and 0 for items that occur only in skipped rows. */
  function usedItems({ columns, weights }: ReturnType<Tally["finish"]>): Uint8Array {
    const used = new Uint8Array(items.names.length);
    for (const column of columns.slice(0, 2)) {
      for (const [row, item] of column.entries()) if (weights[row] > 0) used[item] = 1;
    }
    return used;
  }

  return {
    begin(next) {
      plan = next;
      const nameOf = (role: "a" | "b"): string => String(context.columnNames[column(role)] ?? role);
      sides = { columns: [nameOf("a"), nameOf("b")], words: plan.sides ?? ["a", "b"] };
      outcomes = [];
      keptAt = kept.map(placeOf);
      convention = plan.outcome ?? "side";
      [winnerAt, weightAt] = [column("winner"), column("weight")];
      isPair = winnerAt >= 0 && column("loser") >= 0;
      [firstAt, secondAt] = isPair ? [winnerAt, column("loser")] : [column("a"), column("b")];
    },
    row: (cells) => (winnerAt < 0 ? addMeasures(cells) : addOutcome(cells)),
    finish() {
      const counted = tally.finish();
      const canonical = canonicalNames(items.names, {
        fixed: context.itemNames?.length ?? 0,
        used: usedItems(counted),
      });
      const columns = kept.map((wanted, k): KeptColumn => {
        const sorted = canonicalNames(keptNames[k].names);
        return { ...wanted, names: sorted.names, order: sorted.order };
      });
      const battles = battleTable(counted, canonical.names, canonical.order, columns);
      const observations = battles.weights.reduce((sum, weight) => sum + weight, 0);
      const tied = battles.weights.reduce((sum, weight, row) => (battles.outcomes[row] >= TIE ? sum + weight : sum), 0);
      return { itemNames: canonical.names, ...battlePreferences(battles, ties), battles, tied, observations };
    },
  };
}
