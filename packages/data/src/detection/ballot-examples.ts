import { columnsText } from "../columns/columns-text.ts";
import type { RoleFinder } from "../columns/plan.ts";
import type { ColumnProfile } from "../columns/table-profile.ts";

/** Suggests reading columns that share values as the choices on ballots; returns an empty list if no columns share values. */
export function ballotExamples({ profile, optionOf, request }: RoleFinder): {
  words: string;
  options: Record<string, string>;
}[] {
  if (request.format !== undefined && request.format !== "ballots") return [];
  const texts = profile.columns.filter(({ isNumeric }) => !isNumeric);
  const alike = texts.filter((column) => texts.some((other) => other !== column && sharesValues(column, other)));
  if (alike.length < 2 || hasLists(alike)) return [];
  const names = alike.map(({ index }) => String(optionOf(index)));
  const choices = names.some((name) => name.includes("+")) ? alike.map(({ index }) => index) : names;
  const columns = columnsText({ choices: choices.join("+") });
  return [{ words: "if these are ballots, best choice first", options: { columns } }];
}

/** Whether two columns have a value in common. */
function sharesValues(one: ColumnProfile, other: ColumnProfile): boolean {
  return [...one.values].some((text) => other.values.has(text));
}

/** Whether a cell lists values of other cells, such as `Emma, Dune`. Answers to a question with checkboxes look like this. */
function hasLists(columns: readonly ColumnProfile[]): boolean {
  const all = new Set(columns.flatMap(({ values }) => [...values]));
  const parts = (text: string): string[] => text.split(/[,;]/).map((part) => part.trim());
  return [...all].some((text) => parts(text).some((part) => part !== text && all.has(part)));
}
