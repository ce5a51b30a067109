import { InvalidArgumentError } from "commander";

/** Parses an integer of at least `least`. */
export function integer(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(value) || value < least) {
      throw new InvalidArgumentError(`Expected an integer of at least ${least}.`);
    }
    return value;
  };
}

/** Parses a number from `least` to `most`, inclusive. */
export function number(least: number, most = Number.POSITIVE_INFINITY): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value < least || value > most) {
      const range = most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new InvalidArgumentError(`Expected a number ${range}.`);
    }
    return value;
  };
}

/** Parses a comma-separated list. */
export function list<T>(one: (text: string) => T): (text: string) => T[] {
  return (text) => text.split(",").map((part) => one(part.trim()));
}

/** Parses one of the given words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word === undefined) throw new InvalidArgumentError(`Expected one of ${words.join(", ")}.`);
    return word;
  };
}

const UNITS: Readonly<Record<string, number>> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** Parses a number of bytes: `500M`, `8G`. */
export function byteCount(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([KMGT]?)B?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(digits) * UNITS[unit?.toUpperCase() ?? ""]);
  if (!(bytes >= 1 && Number.isSafeInteger(bytes)))
    throw new InvalidArgumentError("Expected a size such as 500M or 8G.");
  return bytes;
}
