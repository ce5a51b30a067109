/**
 * Characters that are invisible or change how the text around them is displayed: control characters (C0, C1 and delete),
 * bidirectional marks, line and paragraph separators, invisible spaces and operators, annotations, and lone surrogates.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it must match.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

const SHORT: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * Makes text safe to print: characters that a terminal would interpret or a reader would not see are replaced by escapes such as
 * `\u001b` or `\n`. Backslashes are not escaped. A second application therefore changes nothing, but escapes cannot be decoded reliably,
 * because a name may already contain the text of an escape.
 *
 * @param text - A name, or a piece of a file.
 * @param keep - Characters to leave as they are, such as `"\n"`. Default: none.
 *
 * @example
 * ```ts
 * import { printableText } from "@tierwise/data";
 *
 * console.log(printableText("tea\u001b[2J")); // tea\u001b[2J
 * ```
 */
export function printableText(text: string, keep = ""): string {
  return text.replaceAll(UNSEEN, (character) => (keep.includes(character) ? character : escapeOf(character)));
}

function escapeOf(character: string): string {
  return SHORT[character] ?? unicodeEscape(character);
}

/**
 * Makes JSON text safe to print by escaping the characters that {@link printableText} escapes. The result parses to exactly the same
 * value. Line breaks of indented JSON are kept.
 *
 * @param json - The result of `JSON.stringify`.
 *
 * @example
 * ```ts
 * import { printableJson } from "@tierwise/data";
 *
 * console.log(printableJson(JSON.stringify("tea\u009b2J"))); // "tea\u009b2J"
 * ```
 */
export function printableJson(json: string): string {
  return json.replaceAll(UNSEEN, (character) => (character === "\n" ? character : unicodeEscape(character)));
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The characters that start a formula in a spreadsheet, and the `'` that marks a cell as text. */
const FORMULA = /^[=+\-@']/;

/**
 * Encodes a name as a TSV field. Backslashes are doubled; tabs, line breaks and other control characters become escapes (`\t`,
 * `\u001b`); a leading `=`, `+`, `-`, `@` or `'` gets a `'` in front, so that spreadsheets treat it as text. Different names
 * give different fields; {@link decodeTsvField} decodes them.
 *
 * @param name - Any text.
 *
 * @example
 * ```ts
 * import { decodeTsvField, encodeTsvField } from "@tierwise/data";
 *
 * const field = encodeTsvField("=1+1\t2");
 * console.log(field, decodeTsvField(field) === "=1+1\t2"); // '=1+1\t2 true
 * ```
 */
export function encodeTsvField(name: string): string {
  const escaped = printableText(name.replaceAll("\\", "\\\\"));
  return FORMULA.test(escaped) ? `'${escaped}` : escaped;
}

const WRITTEN: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", "\\": "\\" };

/**
 * Decodes a TSV field that {@link encodeTsvField} encoded.
 *
 * @param field - The text between two tabs.
 */
export function decodeTsvField(field: string): string {
  const escaped = field.startsWith("'") ? field.slice(1) : field;
  return escaped.replaceAll(/\\(?:u([\da-f]{4})|([tnr\\]))/g, (_, code: string | undefined, short: string) =>
    code === undefined ? WRITTEN[short] : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
