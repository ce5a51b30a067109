import { isDisplay, isOccasion, isPlace, isRating, isWeakRating } from "../columns/column-words.ts";
import type { Plan, RoleFinder } from "../columns/plan.ts";
import type { ColumnProfile } from "../columns/table-profile.ts";
import { quoted } from "../reading/dataset-error.ts";
import { clickOf, letterGradeOf, placeOf, ratingOf } from "./grade-values.ts";

/** The ways to read a table as ratings: user, item, rating. */
export function ratingPlans(finder: RoleFinder): Plan[] {
  const value = valueColumn(finder, "rating", isRating);
  if (value === undefined || finder.given("place") !== undefined) return [];
  const plan = gradePlan(finder, "ratings", value);
  // A user names the column of a place as the rating: its own name says which end is best.
  const isPlaced = value.name !== undefined && isPlace(value.name);
  const best = finder.request.best ?? (isPlaced ? "lower" : "higher");
  return plan === undefined ? [] : [{ ...plan, best }];
}

/** The ways to read a table as places: an occasion such as a race, item, place. */
export function placePlans(finder: RoleFinder): Plan[] {
  const value = valueColumn(finder, "place", isPlace);
  // Beside clicks, a position is where an item was shown.
  const isShown = finder.given("place") === undefined && finder.find("clicked").length > 0;
  if (value === undefined || isShown || finder.given("rating") !== undefined) return [];
  const plan = gradePlan(finder, "places", value);
  return plan === undefined ? [] : [{ ...plan, best: finder.request.best ?? "lower" }];
}

/** The ways to read a table as impressions: a session or user, item, clicked. */
export function impressionPlans(finder: RoleFinder): Plan[] {
  const value = finder.find("clicked")[0];
  if (value === undefined) return [];
  const plan = gradePlan(finder, "impressions", value);
  return plan === undefined ? [] : [{ ...plan, best: "higher" }];
}

/** The ways to read a table as clicks: user, item. */
export function clickPlans(finder: RoleFinder): Plan[] {
  const { profile } = finder;
  const plan = gradePlan(finder, "clicks", undefined);
  if (plan === undefined || plan.columns.user === undefined) return [];
  const known = new Set([...Object.values(plan.columns).flat(), ...finder.find("time").map(({ index }) => index)]);
  // Another column of numbers may be a rating under an unknown name.
  const isUnknownNumber = ({ index, isNumeric, name }: ColumnProfile): boolean =>
    isNumeric &&
    !known.has(index) &&
    index !== profile.indexColumn &&
    !/(^|[^a-z])(id|year|age|zip|lat|lon|lng|price|timestamp)$/i.test(name ?? "");
  const isForced = finder.request.format === "clicks";
  return !isForced && profile.columns.some(isUnknownNumber) ? [] : [plan];
}

/** The column of a rating or place: given, or the first one by name. Weak words yield to places. */
function valueColumn(
  finder: RoleFinder,
  role: "rating" | "place",
  fits: (name: string) => boolean,
): ColumnProfile | undefined {
  const given = finder.given(role)?.[0];
  if (given !== undefined) return finder.profile.columns[given];
  const found = finder.find(role)[0];
  if (found !== undefined) return found;
  if (role === "place") return undefined;
  const hasPlace = finder.profile.columns.some(({ name }) => name !== undefined && isPlace(name));
  return hasPlace
    ? undefined
    : finder.profile.columns.find(({ name }) => name !== undefined && isWeakRating(name) && fits(name));
}

type GradeFormat = "ratings" | "places" | "impressions" | "clicks";
const roleOf = { ratings: "rating", places: "place", impressions: "clicked", clicks: "user" } as const;

function gradePlan(finder: RoleFinder, format: GradeFormat, value: ColumnProfile | undefined): Plan | undefined {
  const { profile } = finder;
  const taken = value === undefined ? [] : [value.index];
  const users = userColumns(finder, format, taken);
  const item = itemColumn(finder, [...taken, ...users]);
  if (item === undefined) return undefined;
  // Without a user, the file is one ranking, in which no item can occur twice.
  const texts = profile.records.map((record) => record[item]);
  if (users.length === 0 && (format === "clicks" || format === "impressions" || new Set(texts).size < texts.length))
    return undefined;
  const role = roleOf[format];
  const time = finder.find("time").find(({ index }) => ![...taken, ...users, item].includes(index));
  const { rest = format === "clicks" ? "lowest" : "unobserved" } = finder.request;
  const columns = {
    ...(users.length > 0 && { user: users }),
    item: [item],
    ...(value === undefined ? {} : { [role]: [value.index] }),
    ...(time === undefined ? {} : { time: [time.index] }),
  };
  const named = (indices: readonly number[]): string => indices.map((index) => finder.nameOf(index)).join("+");
  const who = users.length === 0 ? "one ranking" : `for each ${named(users)}`;
  const what = value === undefined ? "" : ` by ${finder.nameOf(value.index)}`;
  const flags = [
    ...(users.length > 0 ? [`user=${named(users)}`] : []),
    `item=${finder.nameOf(item)}`,
    ...(value === undefined ? [] : [`${role}=${finder.nameOf(value.index)}`]),
  ];
  return {
    format,
    columns,
    rest,
    words: `${format}: ${who}, ${finder.nameOf(item)} is ranked${what}`,
    choose: { format, columns: flags.join(",") },
  };
}

/** The columns that say whose observation a row belongs to. */
function userColumns(finder: RoleFinder, format: GradeFormat, taken: readonly number[]): number[] {
  const given = finder.given("user");
  if (given !== undefined) return [...given];
  const { columns } = finder.profile;
  const named = (fits: (name: string) => boolean): number[] =>
    columns
      .filter(({ name, index }) => name !== undefined && fits(name) && !taken.includes(index))
      .map(({ index }) => index);
  if (format === "impressions") {
    const displays = named(isDisplay);
    if (displays.length > 0) return displays.slice(0, 1);
  }
  const people = finder.find("user").filter(({ index }) => !taken.includes(index));
  const isRace = format === "places" || format === "ratings";
  if (people.length > 0) return [people[0].index];
  return isRace ? named(isOccasion) : named(isDisplay).slice(0, 1);
}

/** The column of the items: the clearest name; between an identifier and a name of the same things, the name. */
function itemColumn(finder: RoleFinder, taken: readonly number[]): number | undefined {
  const [first, ...others] = finder.find("item").filter(({ index }) => !taken.includes(index));
  if (first === undefined) return undefined;
  const readable = [first, ...others].find(
    (column) => !column.isNumeric && (column === first || isOneToOne(finder, first, column)),
  );
  return (readable ?? first).index;
}

/** Whether each value of one column goes with one value of another, in both directions. */
export function isOneToOne({ profile }: RoleFinder, one: ColumnProfile, other: ColumnProfile): boolean {
  const pairs = new Set(profile.records.map((record) => JSON.stringify([record[one.index], record[other.index]])));
  return pairs.size === one.values.size && pairs.size === other.values.size;
}

/** What contradicts the values of a plan's grade column in the sample; undefined if nothing does. */
export function gradeProblem(plan: Plan, { profile, nameOf }: RoleFinder): string | undefined {
  const checks = {
    rating: (text: string) => ratingOf(text),
    place: (text: string) => placeOf(text),
    clicked: (text: string) => clickOf(text),
  };
  for (const role of ["rating", "place", "clicked"] as const) {
    const column = plan.columns[role]?.[0];
    if (column === undefined) continue;
    const { values } = profile.columns[column];
    const isLetters = role === "rating" && [...values].every((text) => !Number.isNaN(letterGradeOf(text)));
    const odd = isLetters ? undefined : [...values].find((text) => Number.isNaN(checks[role](text)));
    if (
      odd !== undefined &&
      (values.size < 4 || [...values].filter((text) => Number.isNaN(checks[role](text))).length > values.size / 2)
    ) {
      const expected = { rating: "numbers", place: "places", clicked: "0 or 1" }[role];
      return `column ${quoted(nameOf(column))} contains ${quoted(odd)}; expected ${expected}`;
    }
  }
  return undefined;
}
