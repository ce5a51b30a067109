import { isColumnWord } from "../columns/column-words.ts";
import { columnsText } from "../columns/columns-text.ts";
import type { Plan, RoleFinder, WinnerConvention } from "../columns/plan.ts";
import { type SidePair, sidePairs } from "../columns/side-pairs.ts";
import type { ColumnProfile } from "../columns/table-profile.ts";
import { isMissing } from "../records/name-index.ts";
import { conventionWords, outcomeOfWord, type Sides, sideConventions, UNKNOWN } from "./battle-outcome.ts";

/** Words in column names for the number of wins of a side, and for the score of a side. */
const winStems = /\b(wins?|winner|won|victories|votes?|count|n)\b/;
const scoreStems = /\b(scores?|goals?|points?|pts|runs|sets|result|g)\b/;
/** Words in column names for other properties of a side, which do not decide the winner. */
const otherStems =
  /\b(elo|ratings?|rank|lengths?|len|tokens?|conversation|responses?|answers?|text|prompt|odds|seed|time|age|height|id tokens|url|logprob|cost|latency|color|sum|num|avg|turns?|metadata|ht|half|shots?|corners?|fouls?|cards?)\b/;

/** Finds the ways to read a table as battles between two sides. */
export function battlePlans(finder: RoleFinder): Plan[] {
  return [...winnerLoserPlans(finder), ...sidePlans(finder)];
}

/** `winner, loser`. */
function winnerLoserPlans(finder: RoleFinder): Plan[] {
  const { profile, request } = finder;
  const loser = finder.given("loser")?.[0] ?? paired(finder, 1) ?? finder.find("loser")[0]?.index;
  const winner = finder.given("winner")?.[0] ?? paired(finder, 0) ?? finder.find("winner")[0]?.index;
  const hasSides = request.given.a !== undefined || request.given.b !== undefined;
  if (winner === undefined || loser === undefined || winner === loser || hasSides) return [];
  if (profile.columns[winner] === undefined || profile.columns[loser] === undefined) return [];
  return [
    {
      format: "battles",
      columns: { winner: [winner], loser: [loser], ...further(finder, [winner, loser]) },
      // Columns that the caller names state that every row is a win.
      ...(finder.given("loser") === undefined && { tieMarks: tieMarks(finder, [winner, loser]) }),
      rest: "unobserved",
      words: `${finder.nameOf(winner)} beats ${finder.nameOf(loser)}`,
      choose: { columns: columnsText({ winner: finder.optionOf(winner), loser: finder.optionOf(loser) }) },
    },
  ];
}

/** Values that mark a tie. */
const resultWords = ["tie", "tied", "draw", "drawn", "bothbad", "tiebothbad"];

function tieMarks(finder: RoleFinder, taken: readonly number[]): NonNullable<Plan["tieMarks"]> {
  const marks = (role: "ties" | "winner", words: readonly string[]): NonNullable<Plan["tieMarks"]> =>
    finder.find(role).flatMap(({ index }) => (taken.includes(index) ? [] : [{ column: index, words }]));
  return [...marks("ties", [...resultWords, "true", "yes", "1"]), ...marks("winner", resultWords)];
}

/** The column of one side in a pair such as winner_name and loser_name. */
function paired({ profile, request }: RoleFinder, side: 0 | 1): number | undefined {
  if (request.given.winner !== undefined || request.given.loser !== undefined || !profile.hasHeader) return undefined;
  const pairs = sidePairs(profile.columns.map(({ name }) => name ?? "")).filter(({ sides }) => sides[0] === "winner");
  const best = ["", "name", "id"].map((stem) => pairs.find((pair) => pair.stem === stem)).find((pair) => pair);
  return side === 0 ? best?.left : best?.right;
}

/** Plans for tables with two sides and an outcome per row. */
function sidePlans(finder: RoleFinder): Plan[] {
  const { profile, request } = finder;
  const pairs = profile.hasHeader ? sidePairs(profile.columns.map(({ name }) => name ?? "")) : [];
  const sides = sidesOf(finder, pairs);
  if (sides === undefined) return [];
  const columns = { a: [sides.left], b: [sides.right] };
  const names = [finder.nameOf(sides.left), finder.nameOf(sides.right)] as const;
  const base = { format: "battles", rest: "unobserved", sides: sides.sides } as const;
  const sideWords = `${names[0]} against ${names[1]}`;
  const taken = [sides.left, sides.right];

  const wins = givenPair(finder, "winsA", "winsB") ?? measured(finder, pairs, winStems);
  const scores = givenPair(finder, "scoreA", "scoreB") ?? measured(finder, pairs, scoreStems) ?? namedScores(finder);
  const isWinnerGiven = finder.given("winner") !== undefined;
  for (const winner of finder.find("winner")) {
    if (taken.includes(winner.index)) continue;
    const plans = conventionsOf(finder, sides, winner).map((outcome): Plan => {
      const winnerName = finder.nameOf(winner.index);
      return {
        ...base,
        columns: { ...columns, winner: [winner.index], ...further(finder, [...taken, winner.index]) },
        outcome,
        words: `${sideWords}, decided by ${winnerName}: ${conventionWords[outcome]}`,
        choose: { winner: outcome },
      };
    });
    if (plans.length > 0) return plans;
    if (isWinnerGiven) return [];
  }
  if (isWinnerGiven) return [];
  if (wins !== undefined) {
    const ties = finder.find("ties").find(({ isNumeric }) => isNumeric)?.index;
    const counts = { winsA: [wins.left], winsB: [wins.right], ...(ties === undefined ? {} : { ties: [ties] }) };
    const words = `${sideWords}, with the numbers of their wins`;
    return [{ ...base, columns: { ...columns, ...counts, ...further(finder, [], ["weight"]) }, words, choose: {} }];
  }
  if (scores === undefined) return [];
  const best = request.best ?? "higher";
  const points = { scoreA: [scores.left], scoreB: [scores.right] };
  const words = `${sideWords}: the ${best} of ${finder.nameOf(scores.left)} and ${finder.nameOf(scores.right)} wins`;
  return [{ ...base, columns: { ...columns, ...points, ...further(finder, taken) }, best, words, choose: { best } }];
}

type FoundSides = Omit<SidePair, "stem">;

/** The columns of the two sides: given by the caller, or a pair of matching names. */
function sidesOf(finder: RoleFinder, pairs: readonly SidePair[]): FoundSides | undefined {
  const [left, right] = [finder.given("a")?.[0], finder.given("b")?.[0]];
  if (left !== undefined && right !== undefined) {
    const known = pairs.find((pair) => pair.left === left && pair.right === right);
    return { left, right, sides: known?.sides ?? ["a", "b"] };
  }
  const named = pairs.filter(({ stem, sides }) => {
    if (sides[0] === "winner") return false;
    return !winStems.test(stem) && !scoreStems.test(stem) && !otherStems.test(stem);
  });
  const byStem = (...stems: string[]): SidePair | undefined =>
    stems.map((stem) => named.find((pair) => pair.stem === stem)).find((pair) => pair !== undefined);
  return (
    byStem("model", "model name", "", "player", "player name", "team", "team name", "name", "item", "item name") ??
    named[0]
  );
}

/** A pair of numeric columns, one per side, whose shared name matches `words`. */
function measured({ profile }: RoleFinder, pairs: readonly SidePair[], words: RegExp): SidePair | undefined {
  return pairs.find(
    ({ stem, left, right }) =>
      words.test(stem) && !otherStems.test(stem) && profile.columns[left].isNumeric && profile.columns[right].isNumeric,
  );
}

/** The columns for the goals of both sides in football tables: FTHG and FTAG. */
function namedScores(finder: RoleFinder): { left: number; right: number } | undefined {
  const [left, right] = [finder.find("scoreA")[0]?.index, finder.find("scoreB")[0]?.index];
  return left === undefined || right === undefined ? undefined : { left, right };
}

function givenPair(
  finder: RoleFinder,
  one: "winsA" | "scoreA",
  other: "winsB" | "scoreB",
): { left: number; right: number } | undefined {
  const [left, right] = [finder.given(one)?.[0], finder.given(other)?.[0]];
  return left === undefined || right === undefined ? undefined : { left, right };
}

/** The columns for the optional roles of battles: judge, weight and time. */
function further(
  finder: RoleFinder,
  taken: readonly number[],
  roles: readonly ("judge" | "weight" | "time")[] = ["judge", "weight", "time"],
): Plan["columns"] {
  const found = roles.flatMap((role) => {
    const candidates =
      role === "judge" && finder.given("judge") === undefined && finder.given("user") !== undefined
        ? finder.find("user")
        : finder.find(role);
    const column = candidates.find(({ index }) => !taken.includes(index));
    return column === undefined ? [] : [[role, [column.index]] as const];
  });
  return Object.fromEntries(found);
}

/** All conventions that fit the winners in the first records. */
function conventionsOf(
  { profile, request }: RoleFinder,
  { left, right, sides }: FoundSides,
  winner: ColumnProfile,
): WinnerConvention[] {
  if (request.winner !== undefined) return [request.winner];
  const names: Sides = {
    columns: [profile.columns[left].name ?? "a", profile.columns[right].name ?? "b"],
    words: sides,
  };
  // Games that have not ended have no winner, so they do not show how winners are written.
  const isOpen = (text: string): boolean => isMissing(text) || text === "*";
  const rows = profile.records.filter((row) => !isOpen(row[winner.index] ?? "") && row[left] !== row[right]);
  if (rows.length === 0) return winner.name !== undefined && isColumnWord(winner.name) ? ["side"] : [];
  const byItem = rows.map((row) => {
    if (row[winner.index] === row[left]) return 0;
    return row[winner.index] === row[right] ? 1 : outcomeOfWord(row[winner.index], names, "item");
  });
  const isItem = !byItem.includes(UNKNOWN);
  // If one winner can only be an item, all winners are items, including words such as `d` that could also be sides.
  const isMixed = !isItem && byItem.some((outcome) => outcome === 0 || outcome === 1);
  const bySide = sideConventions(new Set([...winner.values].filter((text) => !isOpen(text)))).filter(
    (convention) => !isMixed && rows.every((row) => outcomeOfWord(row[winner.index], names, convention) !== UNKNOWN),
  );
  const differing = bySide.filter((convention) =>
    rows.some((row, k) => outcomeOfWord(row[winner.index], names, convention) !== byItem[k]),
  );
  // Both conventions fit if every winner is a word for a tie or an item whose name also denotes its side.
  if (isItem) return [...(differing.length > 0 ? differing : []), "item" as const].toReversed();
  if (bySide.length > 0) return bySide;
  // Neither convention fits all rows, so the reader reports the first winner that it cannot interpret.
  const isNamed = /^(winner|winning|won|ftr)/i.test(winner.name ?? "") || request.given.winner !== undefined;
  const someItem = byItem.some((outcome) => outcome === 0 || outcome === 1);
  return isNamed ? [someItem ? "item" : "side"] : [];
}
