import { visibleText } from "@tierwise/data/visible-text";

/** What a spreadsheet would take for a formula at the start of a field, and the mark that keeps it from doing so. */
const FORMULA = /^[=+\-@']/;

/**
 * A name as a field of TSV: a backslash is written twice, tabs, line breaks and what a terminal would obey as escapes (`\t`,
 * `\u001b`), and before `=`, `+`, `-`, `@` and `'` at the start stands a `'`, so that a spreadsheet takes it for text. No two
 * names give the same field; {@link nameOfTsvField} gets the name back.
 */
export function tsvField(name: string): string {
  const escaped = visibleText(name.replaceAll("\\", "\\\\"));
  return FORMULA.test(escaped) ? `'${escaped}` : escaped;
}

const WRITTEN: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", "\\": "\\" };

/** The name that {@link tsvField} wrote as this field. */
export function nameOfTsvField(field: string): string {
  const escaped = field.startsWith("'") ? field.slice(1) : field;
  return escaped.replaceAll(/\\(?:u([\da-f]{4})|([tnr\\]))/g, (_, code: string | undefined, short: string) =>
    code === undefined ? WRITTEN[short] : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
