/**
 * What changes how text around it is shown, or is not seen: control characters (C0, C1 and delete), marks that reorder text
 * (bidi), separators of lines and paragraphs, invisible spaces and operators, annotations, and halves of surrogate pairs.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

const SHORT: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * A text that is safe to print: what a terminal would obey, or a reader would not see, is written as an escape, `\u001b` or
 * `\n`. Everything else stays as it is, so that the text of a text is the same again. It is for people: a name that has such an
 * escape written out looks like one that has the character.
 *
 * @param text - A name, or a piece of a file.
 * @param keep - Characters that stay, such as `"\n"`. Default: none.
 *
 * @example
 * ```ts
 * import { visibleText } from "@tierwise/data";
 *
 * console.log(visibleText("tea\u001b[2J")); // tea\u001b[2J
 * ```
 */
export function visibleText(text: string, keep = ""): string {
  return text.replaceAll(UNSEEN, (character) => (keep.includes(character) ? character : escapeOf(character)));
}

function escapeOf(character: string): string {
  return SHORT[character] ?? unicodeEscape(character);
}

/**
 * JSON text with everything escaped that {@link visibleText} escapes: it parses to exactly the same value, and a terminal obeys
 * nothing in it. Line breaks of an indented text stay.
 *
 * @param json - What `JSON.stringify` returned.
 *
 * @example
 * ```ts
 * import { visibleJson } from "@tierwise/data";
 *
 * console.log(visibleJson(JSON.stringify("tea\u009b2J"))); // "tea\u009b2J"
 * ```
 */
export function visibleJson(json: string): string {
  return json.replaceAll(UNSEEN, (character) => (character === "\n" ? character : unicodeEscape(character)));
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What a spreadsheet would take for a formula at the start of a field, and the mark that keeps it from doing so. */
const FORMULA = /^[=+\-@']/;

/**
 * A name as a field of TSV: a backslash is written twice, tabs, line breaks and what a terminal would obey as escapes (`\t`,
 * `\u001b`), and before `=`, `+`, `-`, `@` and `'` at the start stands a `'`, so that a spreadsheet takes it for text. No two
 * names give the same field; {@link nameOfTsvField} gets the name back.
 *
 * @param name - Any text.
 *
 * @example
 * ```ts
 * import { nameOfTsvField, tsvField } from "@tierwise/data";
 *
 * const field = tsvField("=1+1\t2");
 * console.log(field, nameOfTsvField(field) === "=1+1\t2"); // '=1+1\t2 true
 * ```
 */
export function tsvField(name: string): string {
  const escaped = visibleText(name.replaceAll("\\", "\\\\"));
  return FORMULA.test(escaped) ? `'${escaped}` : escaped;
}

const WRITTEN: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", "\\": "\\" };

/**
 * The name that {@link tsvField} wrote as this field.
 *
 * @param field - What stands between two tabs.
 */
export function nameOfTsvField(field: string): string {
  const escaped = field.startsWith("'") ? field.slice(1) : field;
  return escaped.replaceAll(/\\(?:u([\da-f]{4})|([tnr\\]))/g, (_, code: string | undefined, short: string) =>
    code === undefined ? WRITTEN[short] : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
