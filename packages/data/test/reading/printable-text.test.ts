import { expect, test } from "vitest";
import {
  decodeTsvField,
  encodeTsvField,
  parseRatings,
  parseTiersJsonl,
  printableJson,
  printableText,
} from "../../src/index.ts";

test.each([
  ["an escape sequence", "a\u001b[31mb", "a\\u001b[31mb"],
  ["a C1 control", "\u009b2J", "\\u009b2J"],
  ["line ends and tabs", "a\r\n\tb", "a\\r\\n\\tb"],
  ["delete and null", "\u007f\u0000", "\\u007f\\u0000"],
  ["bidirectional marks", "\u202eabc\u2066", "\\u202eabc\\u2066"],
  ["invisible characters", "a\u200bb\ufeff", "a\\u200bb\\ufeff"],
  ["a lone surrogate", "\ud83d", "\\ud83d"],
])("printableText escapes %s, and is idempotent", (_, text, shown) => {
  expect(printableText(text)).toBe(shown);
  expect(printableText(shown)).toBe(shown);
});

test("printableText leaves letters, emoji and the characters in `keep` unchanged", () => {
  expect(printableText("Ça 茶 \u{1f469}\u200d\u{1f52c} \\ 'x'")).toBe("Ça 茶 \u{1f469}\u200d\u{1f52c} \\ 'x'");
  expect(printableText("a\nb\u001b", "\n")).toBe("a\nb\\u001b");
});

test("printableJson returns JSON that parses to the same value", () => {
  const value = { "a\u009b": ["\u202e", "\u0000", "\ud800", "\u2028", "x\ny"] };
  const text = printableJson(JSON.stringify(value, undefined, 2));
  expect(text).toMatch(/^[ -~\n]*$/);
  expect(JSON.parse(text)).toEqual(value);
});

test("error messages show names with visible escapes", () => {
  expect(() => parseRatings("u\u009b,a\u001b[2J,1\nu\u009b,a\u001b[2J,2\n")).toThrow(
    'input: "u\\u009b" gives item "a\\u001b[2J" two different ratings',
  );
  expect(() => parseTiersJsonl('{"tiers": \u009b}')).toThrow(/^input:1: [ -~]*$/);
});

test("encodeTsvField writes no formulas, tabs or line breaks, and encodes different names differently", () => {
  const names = [
    "=1",
    "'=1",
    "+1",
    "-1",
    "@a",
    "a\tb",
    "a\\tb",
    "a\nb",
    "\\",
    "\\\\",
    "'",
    "",
    "\ud800",
    "\\ud800",
    "tea",
  ];
  const fields = names.map(encodeTsvField);
  expect(fields.slice(0, 6)).toEqual(["'=1", "''=1", "'+1", "'-1", "'@a", "a\\tb"]);
  expect(new Set(fields).size).toBe(names.length);
  expect(fields.map(decodeTsvField)).toEqual(names);
});
