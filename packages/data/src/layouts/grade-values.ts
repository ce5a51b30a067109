import { parseNumber } from "../columns/table-profile.ts";

const NOT_A_VALUE = Number.NaN;

/** Matches stars, with an optional half star written as a fraction. */
const STARS = /^(★*)(½|1\/2)?☆*$/;

/** Reads a rating: a number, `4,5`, `3½`, `★★★½`, `8/10`, `4 stars`. Returns NaN for anything else. */
export function ratingOf(text: string): number {
  const value = parseNumber(text);
  if (!Number.isNaN(value)) return value;
  const [, whole] = /^(\d*)\s*½$/.exec(text) ?? [];
  if (whole !== undefined) return Number(whole) + 0.5;
  const stars = STARS.exec(text);
  if (stars !== null && text !== "") return stars[1].length + (stars[2] === undefined ? 0 : 0.5);
  const [, part, all] = /^([\d.,]+)\s*(?:\/|out of)\s*(\d+)$/i.exec(text) ?? [];
  if (part !== undefined && Number(all) > 0) return parseNumber(part) / Number(all);
  const [, number] = /^([\d.,]+)\s*(?:stars?|points?|pts\.?|%)$/i.exec(text) ?? [];
  return number === undefined ? NOT_A_VALUE : parseNumber(number);
}

const LETTERS = "FEDCBAS";

/** Reads a letter grade or tier, from F to A and S, with + or −, as a number (higher is better). Returns NaN for anything else. */
export function letterGradeOf(text: string): number {
  const [, letter, sign] = /^([SA-F])([+\-−]?)$/i.exec(text) ?? [];
  if (letter === undefined) return NOT_A_VALUE;
  return LETTERS.indexOf(letter.toUpperCase()) + (sign === "" ? 0 : sign === "+" ? 0.3 : -0.3);
}

const UNPLACED =
  /^(dnf|dns|dsq|dnq|dq|ret|retired|r|wd|w|nc|ex|dnc|ocs|dnp|dsqb|otl|disq\.?|disqualified|dnf\d*|abd|f|n|d|e|ur|pu|bd|ro|su|np)\*?$/i;

/** Reads a place: a number, `3rd`, `T5`, `=3`, `3=`, `12.`; ∞ for competitors without a place (DNF, DNS, DSQ, …). Anything else gives NaN. */
export function placeOf(text: string): number {
  const value = parseNumber(text);
  if (!Number.isNaN(value)) return value;
  const [, digits] = /^(?:t|=|tied?\s*)?\s*(\d+)\s*(?:=|\.|st|nd|rd|th|t|º|°|ª)?$/i.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  return UNPLACED.test(text) ? Number.POSITIVE_INFINITY : NOT_A_VALUE;
}

/** Reads whether something was clicked: 1 or 0, true or false, yes or no. Returns NaN for anything else. */
export function clickOf(text: string): number {
  const word = text.toLowerCase();
  if (["1", "1.0", "true", "t", "yes", "y", "click", "clicked"].includes(word)) return 1;
  if (["0", "0.0", "false", "f", "no", "n", "skip", "skipped", "none"].includes(word)) return 0;
  const count = parseNumber(word);
  return count >= 0 && Number.isInteger(count) ? Math.min(1, count) : NOT_A_VALUE;
}
