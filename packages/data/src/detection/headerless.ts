import type { Role } from "../columns/column-words.ts";
import type { RoleFinder } from "../columns/plan.ts";
import type { TableProfile } from "../columns/table-profile.ts";
import { outcomeOfWord, UNKNOWN } from "../layouts/battle-outcome.ts";

/** The columns for each role in a table without a header. */
export type Positions = Partial<Record<Role, readonly number[]>>;

/** The conventional order of columns in each layout, used if the caller names the layout. */
const conventions: Readonly<Record<string, Readonly<Record<number, readonly Role[]>>>> = {
  battles: { 2: ["winner", "loser"], 3: ["judge", "winner", "loser"] },
  ratings: { 3: ["user", "item", "rating"], 4: ["user", "item", "rating", "time"] },
  places: { 2: ["item", "place"], 3: ["user", "item", "place"] },
  clicks: { 2: ["user", "item"], 3: ["user", "item", "time"] },
  impressions: { 3: ["user", "item", "clicked"] },
};

/**
 * The roles of the columns of a table without a header; undefined if they are ambiguous. The roles are clear in two cases: one column
 * always equals one of two others, and thus names the winner; or the columns are user, item, rating and Unix time in this order, as in
 * MovieLens files.
 */
export function certainPositions({ profile, request }: RoleFinder): Positions | undefined {
  const battle = battlePositions(profile);
  if (battle !== undefined && (request.format === undefined || request.format === "battles")) return battle;
  if (request.format !== undefined) {
    const order = conventions[request.format]?.[profile.columns.length];
    return order === undefined ? undefined : Object.fromEntries(order.map((role, index) => [role, [index]]));
  }
  return isMovieLens(profile) ? { user: [0], item: [1], rating: [2], time: [3] } : undefined;
}

function battlePositions({ columns, records }: TableProfile): Positions | undefined {
  if (columns.length !== 3 || records.length === 0) return undefined;
  const sides = { columns: ["model_a", "model_b"], words: ["a", "b"] } as const;
  for (const winner of [2, 0, 1]) {
    const [a, b] = [0, 1, 2].filter((index) => index !== winner);
    const isItem = records.map((row) => row[winner] === row[a] || row[winner] === row[b]);
    const isWord = records.map(
      (row) => Number.isNaN(Number(row[winner])) && outcomeOfWord(row[winner] ?? "", sides, "side") !== UNKNOWN,
    );
    const fits = isItem.every((item, k) => item || isWord[k]);
    const isSure = isItem.some(Boolean) || winner === 2;
    const differs = records.some((row) => row[a] !== row[b]);
    if (fits && isSure && differs && !(columns[winner].isNumeric && columns[winner].values.size < 3))
      return { a: [a], b: [b], winner: [winner] };
  }
  return undefined;
}

function isMovieLens({ columns }: TableProfile): boolean {
  if (columns.length !== 4 || !columns.every(({ isNumeric }) => isNumeric)) return false;
  const [, , rating, time] = columns;
  return rating.largest <= 10 && rating.values.size <= 21 && [...time.values].every((text) => /^\d{9,10}$/.test(text));
}

/** The possible roles of the columns of a table without a header: several assignments that give different winners, or none. */
export function possiblePositions({ profile }: RoleFinder): Positions[] {
  const { columns } = profile;
  const overlap = [...(columns[0]?.values ?? [])].some((text) => columns[1]?.values.has(text));
  if (columns.length === 2 && !columns[1].isNumeric && overlap) {
    return [
      { winner: [0], loser: [1] },
      { loser: [0], winner: [1] },
    ];
  }
  if (columns.length === 2 && !columns.some(({ isNumeric }) => isNumeric)) {
    return [
      { user: [0], item: [1] },
      { item: [0], user: [1] },
    ];
  }
  if (columns.length < 3 || columns.length > 4) return [];
  const numeric = columns.filter(({ isNumeric }) => isNumeric);
  if (numeric.length === 0) return [];
  const rating = (numeric.find(({ index }) => index === 2) ?? numeric[0]).index;
  const [one, other] = [0, 1, 2].filter((index) => index !== rating);
  return [
    { user: [one], item: [other], rating: [rating] },
    { item: [one], user: [other], rating: [rating] },
  ];
}
