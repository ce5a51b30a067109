import { normalized } from "../columns/column-words.ts";
import type { Plan, RoleFinder } from "../columns/plan.ts";
import type { ColumnProfile } from "../columns/table-profile.ts";
import { bracketed } from "./wide-table.ts";

const ordinalWords = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const ordinals: ReadonlyMap<string, number> = new Map(ordinalWords.map((word, place) => [word, place + 1]));

/** The place in a column name such as `choice1`, `rank_2`, `1st choice`, `Third`; undefined for other names. */
export function choiceNumber(name: string): number | undefined {
  const word = normalized(name);
  const before =
    /^(?:choice|rank|ranked|preference|pref|vote|place|position|pick|top|candidate|ranking|voterank|priority)(\d{1,2})$/.exec(
      word,
    );
  const after = /^(\d{1,2})(?:st|nd|rd|th)?(?:choice|preference|place|pick|rank|vote)?$/.exec(word);
  const found = before?.[1] ?? after?.[1];
  if (found !== undefined) return Number(found);
  const [, ordinal] = /^(\p{L}+?)(?:choice|preference|place|pick|rank|vote)?$/u.exec(word) ?? [];
  return ordinals.get(ordinal ?? "") ?? favoriteNumber(word);
}

/** The place in a column name such as `Favorite book` or `3rd favorite`, also in British spelling; undefined for other names. */
function favoriteNumber(word: string): number | undefined {
  const [, place] = /^(?:my|your)?(.*?)favou?rite\p{L}*$/u.exec(word) ?? [];
  if (place === undefined) return undefined;
  return place === "" ? 1 : (ordinals.get(place) ?? ordinalNumber(place));
}

/** The number in `1st`, `2nd`, `3rd`, …; undefined for anything else. */
function ordinalNumber(word: string): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The place on a ballot to which a column belongs. In a grid of a survey form, the place is in brackets: `Rank the books [1st]`. */
function placeOfColumn({ name = "", isNumeric }: ColumnProfile): number | undefined {
  const place = choiceNumber(name);
  if (place !== undefined || isNumeric) return place;
  const row = bracketed(name);
  return row === undefined || /^\d+$/.test(row) ? undefined : choiceNumber(row);
}

/** Finds the ways to read a table as ranked-choice ballots: one row per ballot, with columns for the first choice, the second choice, … */
export function ballotPlans(finder: RoleFinder): Plan[] {
  const { request } = finder;
  const choices = choiceColumns(finder);
  if (choices.length < 2) return [];
  const texts = choices.map(({ values }) => values);
  const shared = texts.slice(1).some((values) => [...values].some((text) => texts[0].has(text)));
  const isText = choices.some(({ isNumeric }) => !isNumeric);
  if (request.format !== "ballots" && finder.given("choices") === undefined && !shared && !isText) return [];
  const taken = choices.map(({ index }) => index);
  const user = finder.find("user").find(({ index }) => !taken.includes(index));
  const weight = finder.find("weight").find(({ index }) => !taken.includes(index));
  const columns = {
    ...(user && { user: [user.index] }),
    values: taken,
    ...(weight && { weight: [weight.index] }),
  };
  const words = `ballots: ${taken.map((index) => finder.nameOf(index)).join(", ")} are the choices, best first`;
  return [{ format: "ballots", columns, rest: request.rest ?? "lowest", words, choose: { format: "ballots" } }];
}

function choiceColumns({ profile, request, given }: RoleFinder): readonly ColumnProfile[] {
  const named = given("choices");
  if (named !== undefined) return named.map((index) => profile.columns[index]);
  const numbered = profile.columns.flatMap((column) => {
    const number = placeOfColumn(column);
    return number === undefined ? [] : [{ number, column }];
  });
  numbered.sort((one, other) => one.number - other.number);
  const isSeries =
    numbered.every(({ number }, k) => k === 0 || number === numbered[k - 1].number + 1) &&
    (numbered[0]?.number ?? 2) <= 1;
  if (numbered.length > 1 && isSeries) return numbered.map(({ column }) => column);
  if (request.format !== "ballots" || profile.hasHeader) return [];
  return profile.columns;
}
