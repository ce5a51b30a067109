import type { WinnerConvention } from "../columns/plan.ts";
import { tokensOf } from "../columns/side-pairs.ts";
import { parseNumber } from "../columns/table-profile.ts";

/** The possible outcomes of a battle, which are stored as indices into this list. */
export const battleOutcomes = ["left", "right", "tie", "both bad", "both good"] as const;

/** The code for a word in the winner column that is neither a side nor an outcome, and may therefore name an item. */
export const UNKNOWN = -1;

const [LEFT, RIGHT, TIE, BOTH_BAD, BOTH_GOOD] = [0, 1, 2, 3, 4];

const outcomeWords: Readonly<Record<string, number>> = {
  tie: TIE,
  tied: TIE,
  draw: TIE,
  drawn: TIE,
  equal: TIE,
  same: TIE,
  even: TIE,
  both: TIE,
  "=": TIE,
  "0.5": TIE,
  "1/2": TIE,
  "½": TIE,
  neither: TIE,
  "no preference": TIE,
  bothbad: BOTH_BAD,
  tiebothbad: BOTH_BAD,
  neitherisgood: BOTH_BAD,
  bothgood: BOTH_GOOD,
  tiebothgood: BOTH_GOOD,
  nopreference: TIE,
  stalemate: TIE,
};

/** The names of the two sides, which determine the words for a winner. */
export interface Sides {
  /** The names of the two columns. */
  readonly columns: readonly [string, string];
  /** The words in which the two names differ, such as `home` and `away`. */
  readonly words: readonly [string, string];
}

/** The outcome that a word denotes for these sides, regardless of their items: an index into {@link battleOutcomes}, or {@link UNKNOWN}. */
export function outcomeOfWord(text: string, sides: Sides, convention: WinnerConvention): number {
  const word = text.trim().toLowerCase();
  switch (convention) {
    case "score": {
      const score = parseNumber(word);
      return score === 1 ? LEFT : score === 0 ? RIGHT : score === 0.5 ? TIE : UNKNOWN;
    }
    case "sign": {
      const sign = Math.sign(parseNumber(word));
      return sign > 0 ? LEFT : sign < 0 ? RIGHT : sign === 0 ? TIE : UNKNOWN;
    }
    case "index":
      return word === "0" ? LEFT : word === "1" ? RIGHT : word === "2" ? TIE : UNKNOWN;
    case "number":
      return word === "1" ? LEFT : word === "2" ? RIGHT : word === "0" ? TIE : UNKNOWN;
    case "result":
      return outcomeOfResult(word);
    case "side":
      return outcomeOfName(word, sides);
    case "item": {
      const outcome = outcomeOfName(word, sides);
      return outcome >= TIE ? outcome : UNKNOWN;
    }
  }
}

function outcomeOfName(word: string, { columns, words }: Sides): number {
  const compact = word.replaceAll(/[^\p{L}\p{N}=½/.]/gu, "");
  for (const side of [LEFT, RIGHT]) {
    const name = columns[side].toLowerCase();
    const names = [name, tokensOf(columns[side]).join(""), words[side], `${words[side]}team`, `${words[side]}win`];
    if (names.includes(word) || names.includes(compact)) return side;
  }
  const initials = words.map((side) => side[0]);
  if (initials[0] !== initials[1] && /^\p{L}$/u.test(compact) && initials.includes(compact))
    return initials.indexOf(compact);
  if (compact in outcomeWords) return outcomeWords[compact];
  if (word in outcomeWords) return outcomeWords[word];
  if (compact === "d") return TIE;
  if (["w", "win", "won"].includes(compact)) return LEFT;
  if (["l", "loss", "lose", "lost"].includes(compact)) return RIGHT;
  // The generic names of sides, regardless of the column names: model_a, player 1, left.
  const generic =
    /^(?:model|player|team|item|option|side|response|system|candidate|assistant|answer)?(a|b|1|2|left|right)$/.exec(
      compact,
    );
  if (generic === null) return outcomeOfResult(word);
  return ["a", "1", "left"].includes(generic[1]) ? LEFT : RIGHT;
}

/** The outcome of a result such as `1-0`, `1/2-1/2` or `2:3`: the higher number wins. */
function outcomeOfResult(word: string): number {
  const numbers = word
    .replaceAll("½", "0.5")
    .replaceAll("1/2", "0.5")
    .match(/^\s*(\d+(?:\.\d+)?)\s*[-–:]\s*(\d+(?:\.\d+)?)\s*$/);
  if (numbers === null) return UNKNOWN;
  const [left, right] = [Number(numbers[1]), Number(numbers[2])];
  return left > right ? LEFT : left < right ? RIGHT : TIE;
}

/**
 * The conventions that fit the values of a winner column, assuming that the values do not name items. Zeros and ones are ambiguous: they
 * could be side numbers starting at 0 or scores of the first side.
 */
export function sideConventions(values: ReadonlySet<string>): WinnerConvention[] {
  const numbers = [...values].map((value) => parseNumber(value));
  const fits = (...allowed: number[]): boolean => numbers.every((value) => allowed.includes(value));
  if (fits(1, 2)) return ["number"];
  if (fits(0, 0.5, 1)) return numbers.includes(0.5) ? ["score"] : ["index", "score"];
  if (fits(0, 1, 2)) return ["number", "index"];
  if (fits(-1, 0, 1)) return ["sign"];
  const isResult = [...values].every((word) => outcomeOfResult(word.toLowerCase()) !== UNKNOWN);
  return [isResult ? "result" : "side"];
}

/** A description of each convention. */
export const conventionWords: Readonly<Record<WinnerConvention, string>> = {
  item: "the winner is an item",
  side: "the winner is a side",
  score: "the winner column contains the score of the first side: 1 for a win, 0 for a loss",
  sign: "the first side wins if the winner is positive",
  number: "the winner is the number of the side, 1 or 2",
  index: "the winner is the number of the side counted from 0, so 0 is the first side and 1 the second",
  result: "the result contains the scores of both sides",
};
