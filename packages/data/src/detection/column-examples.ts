import { columnsText } from "../columns/columns-text.ts";
import type { RoleFinder } from "../columns/plan.ts";

/** A suggested value of the `columns` option, and the kind of table for which it is correct. */
interface ColumnExample {
  readonly words: string;
  readonly options: Record<string, string>;
}

/** Suggests values of the `columns` option, for the error about a table with unknown columns. */
export function columnExamples(finder: RoleFinder): ColumnExample[] {
  const { profile, optionOf, request } = finder;
  const times = finder.find("time").map(({ index }) => index);
  const free = profile.columns.filter(({ index }) => index !== profile.indexColumn && !times.includes(index));
  const numeric = free.filter(({ isNumeric }) => isNumeric);
  const rest = free.filter((column) => !column.isNumeric);
  const name = (column: (typeof free)[number] | undefined): number | string => optionOf(column?.index ?? 0);
  const of = (format: string): boolean => request.format === undefined || request.format === format;
  const examples: ColumnExample[] = [];
  const [[user], [item]] = [finder.find("user"), finder.find("item")];
  if (user !== undefined && item !== undefined) {
    const columns = { user: name(user), item: name(item) };
    const value = numeric.findLast((column) => column !== user && column !== item);
    if (value !== undefined && of("ratings")) {
      examples.push({
        words: "if these are ratings",
        options: { columns: columnsText({ ...columns, rating: name(value) }) },
      });
    }
    if (of("clicks")) examples.push({ words: "if these are clicks", options: { columns: columnsText(columns) } });
    if (examples.length > 0) return examples;
  }
  if (free.length >= 3 && of("ratings")) {
    const value = numeric.at(-1) ?? free[2];
    const [one, other] = free.filter((column) => column !== value);
    const columns = columnsText({ user: name(one), item: name(other), rating: name(value) });
    examples.push({ words: "if these are ratings", options: { columns } });
  }
  if (free.length >= 3 && of("battles")) {
    const [one, other, third] = [...rest, ...numeric];
    examples.push({
      words: "if these are battles",
      options: { columns: columnsText({ a: name(one), b: name(other), winner: name(third) }) },
    });
  }
  if (free.length === 2) {
    const [one, other] = free;
    const [battles, clicks] = [
      { winner: name(one), loser: name(other) },
      { user: name(one), item: name(other) },
    ];
    examples.push({ words: "if these are battles", options: { columns: columnsText(battles) } });
    examples.push({ words: "if these are clicks", options: { columns: columnsText(clicks) } });
  }
  return examples;
}
