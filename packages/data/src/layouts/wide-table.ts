import { normalized, wordsOf } from "../columns/column-words.ts";
import { columnsText } from "../columns/columns-text.ts";
import type { Plan, RoleFinder } from "../columns/plan.ts";
import { parseNumber } from "../columns/table-profile.ts";
import { isMissing } from "../records/name-index.ts";
import { letterGradeOf, ratingOf } from "./grade-values.ts";

/** Finds the ways to read a spreadsheet with one column, or one row, per voter. */
export function tablePlans(finder: RoleFinder): Plan[] {
  const { profile, request } = finder;
  if (!profile.hasHeader) return [];
  const given = finder.given("user")?.[0] ?? finder.given("item")?.[0];
  const forms = profile.columns.filter(({ name }) => bracketed(name ?? "") !== undefined);
  const names = given ?? (forms.length > 1 ? undefined : firstNames(finder));
  const isGraded = (text: string): boolean => !Number.isNaN(ratingOf(text)) || !Number.isNaN(letterGradeOf(text));
  const values = (forms.length > 1 ? forms : profile.columns).filter(
    ({ index, filled, values: texts, name }) =>
      index !== names &&
      index !== profile.indexColumn &&
      filled > 0 &&
      [...texts].every(isGraded) &&
      (forms.length > 1 || !isMetadata(name ?? "")),
  );
  if (values.length < 2 || (names === undefined && forms.length < 2)) return [];
  const indices = values.map(({ index }) => index);
  const orientations = orientationsOf(finder, names, forms.length > 1);
  return orientations.flatMap((by): Plan[] => {
    const columns = { ...(names !== undefined && { [by === "rows" ? "user" : "item"]: [names] }), values: indices };
    const ends = request.best === undefined ? endsOf(finder, indices, by) : [request.best];
    const flag =
      names === undefined
        ? {}
        : { columns: columnsText({ [by === "rows" ? "user" : "item"]: finder.optionOf(names) }) };
    return ends.map((best) => ({
      format: "table" as const,
      columns,
      best,
      rest: request.rest ?? "unobserved",
      words: `table: ${by === "rows" ? "each row is a voter and each column an item" : "each row is an item and each column a voter"}, and ${best} values are better`,
      choose: { format: "table", ...(orientations.length > 1 ? flag : {}), ...(ends.length > 1 ? { best } : {}) },
    }));
  });
}

/** The item in a column name from a survey form: `Rate these drinks [Tea]`. */
export function bracketed(name: string): string | undefined {
  return /\[([^\]]+)\]\s*$/.exec(name)?.[1].trim();
}

/** Whether a column name indicates information about the row, such as its time, rather than a judgment. */
function isMetadata(name: string): boolean {
  return [...wordsOf("time"), "id", "year", "age", "total", "mean", "average", "sum"].includes(normalized(name));
}

/** The column that names the rows: the first column, if all its texts are distinct. */
function firstNames({ profile, given }: RoleFinder): number | undefined {
  const named = given("user") ?? given("item");
  if (named !== undefined) return named[0];
  const column = profile.columns.find(({ index, name }) => index !== profile.indexColumn && !isMetadata(name ?? ""));
  if (column === undefined || column.values.size < column.filled) return undefined;
  const isNamed = [...wordsOf("user"), ...wordsOf("item")].includes(normalized(column.name ?? ""));
  return column.isNumeric && !isNamed ? undefined : column.index;
}

/** The possible orientations of the table, voters as rows or as columns: one if the name of the first column decides, otherwise both. */
function orientationsOf(
  { profile, given }: RoleFinder,
  names: number | undefined,
  isForm: boolean,
): ("rows" | "columns")[] {
  if (given("user") !== undefined || isForm) return ["rows"];
  if (given("item") !== undefined) return ["columns"];
  const word = normalized(profile.columns[names ?? 0].name ?? "");
  if (wordsOf("user").includes(word)) return ["rows"];
  return wordsOf("item").includes(word) && word !== "name" ? ["columns"] : ["rows", "columns"];
}

/** Which ends of the scale may be best: both if every voter uses 1, 2, 3, … once each, as in a ranking; otherwise only the higher. */
function endsOf({ profile }: RoleFinder, indices: readonly number[], by: "rows" | "columns"): ("higher" | "lower")[] {
  const voters =
    by === "rows"
      ? profile.records.map((record) => indices.map((index) => record[index] ?? ""))
      : indices.map((index) => profile.records.map((record) => record[index] ?? ""));
  const isRanking = voters.every((texts) => {
    const numbers = texts
      .filter((text) => !isMissing(text))
      .map(parseNumber)
      .sort((a, b) => a - b);
    return numbers.every((number, k) => number === k + 1);
  });
  return isRanking && voters.some((texts) => texts.length > 1) ? ["lower", "higher"] : ["higher"];
}
