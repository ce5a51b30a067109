import { isColumnWord } from "../columns/column-words.ts";
import { sidePairs } from "../columns/side-pairs.ts";
import { parseNumber } from "../columns/table-profile.ts";
import { choiceNumber } from "../layouts/ballots.ts";
import type { SampleRecord } from "../records/dialect.ts";
import { isMissing } from "../records/name-index.ts";

/**
 * Whether the first record of a table is a header. This is the case if the caller names one of its fields, if it contains a word that names
 * a role, or if a column has numbers in all other records. A field that recurs in its column is a value, not a name.
 */
export function hasHeader(records: readonly SampleRecord[], namedColumns: readonly string[]): boolean {
  const [first, ...others] = records;
  if (first === undefined) return false;
  const names = first.texts.map((text) => text.trim());
  if (namedColumns.some((column) => names.includes(column))) return true;
  const numbers = names.filter((name) => !Number.isNaN(parseNumber(name)));
  // The header of ballots may consist of a word and the numbers from 1, as in voter, 1, 2, 3.
  const isCounted =
    numbers.length > 1 && numbers.every((name, k) => name === String(k + 1)) && names.some(isColumnWord);
  if (numbers.length > 0 && !isCounted) return false;
  const recurs = names.map((name, k) => !isMissing(name) && others.some(({ texts }) => texts[k]?.trim() === name));
  if (names.some((name, k) => !recurs[k] && (isColumnWord(name) || choiceNumber(name) !== undefined))) return true;
  if (recurs.includes(true)) return false;
  if (sidePairs(names).length > 0) return true;
  return names.some((name, k) => {
    const values = others.map(({ texts }) => texts[k]?.trim() ?? "").filter((text) => !isMissing(text));
    return (
      !isMissing(name) &&
      Number.isNaN(parseNumber(name)) &&
      values.length > 0 &&
      values.every((text) => !Number.isNaN(parseNumber(text)))
    );
  });
}
