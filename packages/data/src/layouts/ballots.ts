import { normalized } from "../columns/column-words.ts";
import type { Plan, RoleFinder } from "../columns/plan.ts";
import type { ColumnProfile } from "../columns/table-profile.ts";

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
};

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
  return ordinal === undefined ? undefined : ordinals[ordinal];
}

/** The ways to read a table as ranked-choice ballots: one row per ballot, with the first choice, the second choice, … */
export function ballotPlans(finder: RoleFinder): Plan[] {
  const { request } = finder;
  const choices = choiceColumns(finder);
  if (choices.length < 2) return [];
  const texts = choices.map(({ values }) => values);
  const shared = texts.slice(1).some((values) => [...values].some((text) => texts[0].has(text)));
  const isText = choices.some(({ isNumeric }) => !isNumeric);
  if (request.format !== "ballots" && !shared && !isText) return [];
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

function choiceColumns({ profile, request }: RoleFinder): readonly ColumnProfile[] {
  const numbered = profile.columns.flatMap((column) => {
    const number = column.name === undefined ? undefined : choiceNumber(column.name);
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
