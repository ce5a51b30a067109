import type { Preference } from "@tierwise/core-integrator";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { createMemoryMeter, preferenceBytes } from "../reading/memory-limit.ts";
import { printableText } from "../reading/printable-text.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";
import { createPrefLibHeader, prefLibInteger } from "./preflib-header.ts";

/** Options for {@link parsePrefLib} and {@link readPrefLib}. */
export interface PrefLibOptions extends TierSourceOptions {
  /**
   * The meaning of alternatives that an incomplete order (`.soi`, `.toi`) omits. Default: `"unobserved"`.
   *
   * - `"unobserved"`: nothing is known about them.
   * - `"lowest"`: they rank below all listed ones, as on a ballot. PrefLib derives its `.toc` files from `.soi` files this way.
   */
  readonly rest?: "unobserved" | "lowest";
}

/**
 * Parses PrefLib orders, strict or with ties, complete or incomplete (`.soc`, `.soi`, `.toc`, `.toi`), in the current format or
 * the one used before 2022.
 *
 * The file starts with `# ALTERNATIVE NAME 1: Ada` and other facts in comments. Each order is a line `39: 1,{2,4},3`: the number
 * of voters, then the alternatives, best first, with ties in braces. Stated facts and orders must agree, so a truncated file is
 * an error.
 *
 * @param text - The text of the file.
 * @param options - The meaning of alternatives that an order omits.
 * @returns The alternatives as items, and each order as a preference weighted by its number of voters.
 *
 * @example
 * ```ts
 * import { parsePrefLib } from "@tierwise/data";
 *
 * const text = `# DATA TYPE: toi
 * # NUMBER ALTERNATIVES: 3
 * # ALTERNATIVE NAME 1: Ada
 * # ALTERNATIVE NAME 2: Grace
 * # ALTERNATIVE NAME 3: Hedy
 * 7: 2,{1,3}
 * 2: 3`;
 * const { itemNames, preferences, weights } = parsePrefLib(text);
 * console.log(itemNames, weights); // [ 'Ada', 'Grace', 'Hedy' ] Float64Array(2) [ 7, 2 ]
 * console.log(preferences[0].tiers); // [ Int32Array(1) [ 1 ], Int32Array(2) [ 0, 2 ] ]
 * console.log(preferences[1]); // { tiers: [ Int32Array(1) [ 2 ] ], rest: 'unobserved' }
 * ```
 *
 * Mattei & Walsh (2013), PrefLib: a library for preferences.
 */
export function parsePrefLib(text: string, options: PrefLibOptions = {}): PreferenceDataset {
  return parseText(text, createPrefLibParser(options));
}

/** The parser behind {@link parsePrefLib}. */
export function createPrefLibParser({
  rest = "unobserved",
  file = "input",
  ...options
}: PrefLibOptions): LineParser<PreferenceDataset> {
  const header = createPrefLibHeader(file, options);
  const memory = createMemoryMeter(file, options);
  const preferences: Preference[] = [];
  const weights: number[] = [];
  let lastLine = 1;

  function fail(problem: string, line: number): never {
    throw new DatasetError(problem, { file, line });
  }

  function addOrder(text: string, count: number, line: number): void {
    const separator = Math.max(0, text.indexOf(header.separator));
    const voters = prefLibInteger(text.slice(0, separator), "voters: alternatives", { file, line });
    const tiers = parseOrder(text.slice(separator + 1).trim(), count);
    if (typeof tiers === "string") fail(tiers, line);
    // The type comes from the header, else from the file name.
    const type = header.fact("DATA TYPE") ?? /\.([st]o[ci])(?:\.gz)?$/.exec(file)?.[1] ?? "toi";
    if (!/^[st]o[ci]$/.test(type)) fail(`expected orders of type soc, soi, toc or toi, found ${quoted(type)}`, line);
    if (type.startsWith("s") && tiers.some((tier) => tier.length > 1))
      fail(`an order of type ${type} contains a tie`, line);
    const ranked = tiers.reduce((sum, tier) => sum + tier.length, 0);
    memory.take(preferenceBytes(tiers.length, ranked), line);
    const isComplete = ranked === count;
    if (type.endsWith("c") && !isComplete) fail(`an order of type ${type} omits alternatives`, line);
    preferences.push(isComplete ? { tiers } : { tiers, rest });
    weights.push(voters);
  }

  function checkFact(key: string, found: number): void {
    const stated = header.fact(key);
    if (stated !== undefined && Number(stated) !== found) {
      fail(`${key.toLowerCase()} is ${printableText(stated)} in the header; the file has ${found}`, lastLine);
    }
  }

  return {
    line(text, line) {
      lastLine = line;
      if (text.trim() === "" || header.take(text, line) || header.count === undefined) return;
      addOrder(text, header.count, line);
    },
    finish() {
      if (header.count === undefined) fail("the number of alternatives is missing", lastLine);
      const voters = weights.reduce((sum, weight) => sum + weight, 0);
      checkFact("NUMBER UNIQUE ORDERS", preferences.length);
      checkFact("NUMBER VOTERS", voters);
      return { itemNames: header.names(lastLine), preferences, weights: Float64Array.from(weights) };
    },
  };
}

/** One tier with the delimiter after it: `{2,3},` or `4`. */
const TIER = /\s*(?:\{([\d\s,]*)\}|(\d+))\s*(?:,|$)/y;

/**
 * Parses a PrefLib order, `1,{2,3},4`, with 1-based alternatives, into tiers of 0-based items.
 * Returns the problem as a string if it is not an order of `count` alternatives.
 */
function parseOrder(text: string, count: number): Int32Array[] | string {
  const tiers: Int32Array[] = [];
  const seen = new Set<number>();
  if (text === "" || text.endsWith(",")) return `expected alternatives such as 1,{2,3},4, found ${quoted(text)}`;
  TIER.lastIndex = 0;
  for (let at = 0; at < text.length; at = TIER.lastIndex) {
    const match = TIER.exec(text);
    if (match === null) return `expected alternatives such as 1,{2,3},4, found ${quoted(text.slice(at))}`;
    const [, tied, single] = match;
    const numbers = (tied ?? single).split(",").map((word) => word.trim());
    for (const number of numbers) {
      const alternative = Number(number);
      if (number === "" || !(alternative >= 1 && alternative <= count)) {
        return `alternative ${quoted(number)} is not a number from 1 to ${count}`;
      }
      if (seen.has(alternative)) return `alternative ${number} occurs twice`;
      seen.add(alternative);
    }
    tiers.push(Int32Array.from(numbers, (number) => Number(number) - 1));
  }
  return tiers;
}
