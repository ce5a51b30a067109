import { isDisplay, isOccasion, isPlace, isWeakRating, isWeakThing } from "../columns/column-words.ts";
import { columnsText } from "../columns/columns-text.ts";
import type { Plan, RoleFinder } from "../columns/plan.ts";
import type { ColumnProfile } from "../columns/table-profile.ts";

/** Finds the ways to read a table as ratings, with the columns user, item and rating. */
export function ratingPlans(finder: RoleFinder): Plan[] {
  if (finder.given("place") !== undefined) return [];
  return valueColumns(finder, "rating").flatMap((value) => {
    // A caller may specify a column of places as the rating. The column name shows whether high or low values are best.
    const isPlaced = value.name !== undefined && isPlace(value.name);
    const best = finder.request.best ?? (isPlaced ? "lower" : "higher");
    return gradePlans(finder, "ratings", value).map((plan) => ({ ...plan, best }));
  });
}

/** Finds the ways to read a table as places, with columns for an occasion such as a race, the item and its place. */
export function placePlans(finder: RoleFinder): Plan[] {
  // In a table with clicks, a position states where an item was shown, not how well it ranked.
  const isShown = finder.given("place") === undefined && finder.find("clicked").length > 0;
  if (isShown || finder.given("rating") !== undefined) return [];
  const best = finder.request.best ?? "lower";
  return valueColumns(finder, "place").flatMap((value) =>
    gradePlans(finder, "places", value).map((plan) => ({ ...plan, best })),
  );
}

/** Finds the ways to read a table as impressions, with columns for the session or user, the item, and whether it was clicked. */
export function impressionPlans(finder: RoleFinder): Plan[] {
  const value = finder.find("clicked")[0];
  if (value === undefined) return [];
  return gradePlans(finder, "impressions", value).map((plan) => ({ ...plan, best: "higher" }));
}

/** Finds the ways to read a table as clicks, with the columns user and item. */
export function clickPlans(finder: RoleFinder): Plan[] {
  const { profile, request } = finder;
  const plans = gradePlans(finder, "clicks", undefined);
  const known = new Set([
    ...plans.flatMap(({ columns }) => Object.values(columns).flat()),
    ...indicesOf(finder.find("time")),
  ]);
  // A different numeric column may be a rating with an unknown name.
  const isUnknownNumber = ({ index, isNumeric, name }: ColumnProfile): boolean =>
    isNumeric &&
    !known.has(index) &&
    index !== profile.indexColumn &&
    !/(^|[^a-z])(id|year|age|zip|lat|lon|lng|price|timestamp)$/i.test(name ?? "");
  const isCertain = request.format === "clicks" || (finder.given("user") && finder.given("item")) !== undefined;
  return !isCertain && profile.columns.some(isUnknownNumber) ? [] : plans;
}

/**
 * The columns that may contain the rating or place: those that the caller names, or those with a known name and more than one value. A
 * column with an ambiguous name is used only if the table has no place column.
 */
function valueColumns(finder: RoleFinder, role: "rating" | "place"): ColumnProfile[] {
  const { columns, records } = finder.profile;
  const given = finder.given(role)?.[0];
  if (given !== undefined) return [columns[given]];
  const found = [...finder.find(role)];
  const hasPlace = columns.some(({ name }) => name !== undefined && isPlace(name));
  if (found.length === 0 && role === "rating" && !hasPlace) {
    const weak = columns.find(({ name }) => name !== undefined && isWeakRating(name));
    if (weak !== undefined) found.push(weak);
  }
  const textsOf = ({ index }: ColumnProfile): string => JSON.stringify(records.map((record) => record[index]));
  return found.filter((column, k) => !found.slice(0, k).some((other) => textsOf(other) === textsOf(column)));
}

type GradeFormat = "ratings" | "places" | "impressions" | "clicks";
const roleOf = { ratings: "rating", places: "place", impressions: "clicked", clicks: "user" } as const;

/** One plan for every possible choice of user column and item column. */
function gradePlans(finder: RoleFinder, format: GradeFormat, value: ColumnProfile | undefined): Plan[] {
  const taken = value === undefined ? [] : [value.index];
  return userChoices(finder, format, taken).flatMap((users) =>
    itemChoices(finder, [...taken, ...users], users.length === 0).flatMap(
      (item) => gradePlan(finder, format, value, users, item) ?? [],
    ),
  );
}

function gradePlan(
  finder: RoleFinder,
  format: GradeFormat,
  value: ColumnProfile | undefined,
  users: readonly number[],
  item: number,
): Plan | undefined {
  // Without a user column, the file is one ranking, in which no item can occur twice.
  const texts = finder.profile.records.map((record) => record[item]);
  const isSingle = format === "ratings" || format === "places";
  if (users.length === 0 && (!isSingle || new Set(texts).size < texts.length)) return undefined;
  const role = roleOf[format];
  const taken = [...users, item, ...(value === undefined ? [] : [value.index])];
  const time = finder.find("time").find(({ index }) => !taken.includes(index));
  const named = (indices: readonly number[]): string => indices.map((index) => finder.nameOf(index)).join("+");
  const who = users.length === 0 ? "one ranking" : `for each ${named(users)}`;
  const flags = {
    user: users.length > 1 ? named(users) : users.map(finder.optionOf)[0],
    item: finder.optionOf(item),
    [role]: value && finder.optionOf(value.index),
  };
  return {
    format,
    columns: {
      ...(users.length > 0 && { user: users }),
      item: [item],
      ...(value === undefined ? {} : { [role]: [value.index] }),
      ...(time === undefined ? {} : { time: [time.index] }),
    },
    rest: finder.request.rest ?? (format === "clicks" ? "lowest" : "unobserved"),
    words: `${format}: ${who}, ${finder.nameOf(item)} is ranked${value === undefined ? "" : ` by ${finder.nameOf(value.index)}`}`,
    choose: { format, columns: columnsText(flags) },
  };
}

/** The possible choices of columns for the user; all rows of a user form one observation. */
function userChoices(finder: RoleFinder, format: GradeFormat, taken: readonly number[]): number[][] {
  const given = finder.given("user");
  if (given !== undefined) return [[...given]];
  const named = (fits: (name: string) => boolean): ColumnProfile[] =>
    finder.profile.columns.filter(({ name, index }) => name !== undefined && fits(name) && !taken.includes(index));
  const displays = finest(finder, named(isDisplay)).map((index) => [index]);
  if (format === "impressions" && displays.length > 0) return displays;
  const people = finest(
    finder,
    finder.find("user").filter(({ index }) => !taken.includes(index)),
  );
  if (people.length > 0) return people.map((index) => [index]);
  // A race is identified by all columns that describe it, such as season and round.
  if (format === "places" || format === "ratings") return [indicesOf(named(isOccasion))];
  return displays.length > 0 ? displays : [[]];
}

/** The columns that may name the items. */
function itemChoices(finder: RoleFinder, taken: readonly number[], isSingle: boolean): number[] {
  const free = finder.find("item").filter(({ index }) => !taken.includes(index));
  const isWeak = ({ name }: ColumnProfile): boolean => name !== undefined && isWeakThing(name);
  const clear = free.filter((column) => !isWeak(column));
  const weak = free.filter(isWeak);
  // If the file is one ranking, no item occurs twice, so a column with repeated values, such as teams, does not name the items.
  const isDistinct = ({ values, filled }: ColumnProfile): boolean => values.size === filled;
  if (clear.length === 0 || (isSingle && !clear.some(isDistinct))) return finest(finder, weak);
  // If titles and identifiers correspond one-to-one, the title is the better name.
  return finest(finder, [...clear, ...weak.filter((column) => clear.some((one) => isOneToOne(finder, one, column)))]);
}

/**
 * Drops each column whose values are determined by another column, as the artist is determined by the track. Of several columns that
 * correspond one-to-one, keeps only the first that is not numeric.
 */
function finest(finder: RoleFinder, columns: readonly ColumnProfile[]): number[] {
  const kept = columns.filter(
    (column) => !columns.some((other) => determines(finder, other, column) && !determines(finder, column, other)),
  );
  const groups: ColumnProfile[][] = [];
  for (const column of kept) {
    const group = groups.find(([first]) => isOneToOne(finder, first, column));
    if (group === undefined) groups.push([column]);
    else group.push(column);
  }
  return groups.map((group) => (group.find(({ isNumeric }) => !isNumeric) ?? group[0]).index);
}

/** Whether, in the sample, equal values of one column always occur with equal values of another. */
function determines({ profile }: RoleFinder, one: ColumnProfile, other: ColumnProfile): boolean {
  if (one === other) return true;
  const pairs = new Set(profile.records.map((record) => JSON.stringify([record[one.index], record[other.index]])));
  return pairs.size === new Set(profile.records.map((record) => record[one.index])).size;
}

function isOneToOne(finder: RoleFinder, one: ColumnProfile, other: ColumnProfile): boolean {
  return determines(finder, one, other) && determines(finder, other, one);
}

function indicesOf(columns: readonly ColumnProfile[]): number[] {
  return columns.map(({ index }) => index);
}
