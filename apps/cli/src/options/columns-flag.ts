import { InvalidArgumentError } from "commander";

/** A role, an equals sign, a column (a name, in quotes if necessary, or a number), and an optional comma. */
const PART = /\s*(\w+)=(?:"((?:[^"]|"")+)"|([^,"\s][^,]*?))\s*(?:,|$)/y;

/**
 * Parses `--columns`: `user=Reviewer,item="Title, year",rating=2`. A column that is written in digits is a position, counted from 0. A name
 * that contains a comma or consists of digits must be in double quotes. Repeated flags add columns.
 */
export function readColumns(
  text: string,
  before: Readonly<Record<string, number | string>> = {},
): Record<string, number | string> {
  const columns: Record<string, number | string> = {};
  PART.lastIndex = 0;
  for (let at = 0; at < text.length || at === 0; at = PART.lastIndex) {
    const [, role, quoted, plain] = PART.exec(text) ?? [];
    if (role === undefined) {
      throw new InvalidArgumentError(
        'Expected role=column,… with double quotes around a name that contains a comma, such as item="Title, year".',
      );
    }
    columns[role] = quoted?.replaceAll('""', '"') ?? (/^\d+$/.test(plain) ? Number(plain) : plain);
  }
  return { ...before, ...columns };
}
