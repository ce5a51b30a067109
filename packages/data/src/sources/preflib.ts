import type { Preference } from "@tierwise/core-integrator";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { createMemoryMeter, preferenceBytes } from "../reading/memory-limit.ts";
import { visibleText } from "../reading/visible-text.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";
import { createPrefLibHeader, prefLibInteger } from "./preflib-header.ts";

/** Options of {@link parsePrefLib} and {@link readPrefLib}. */
export interface PrefLibOptions extends TierSourceOptions {
  /**
   * What the alternatives are that an incomplete order (`.soi`, `.toi`) leaves out.
   *
   * - `"unobserved"` (the default): nothing is known of them; the file does not say more.
   * - `"lowest"`: below all that is listed, as on a ballot. PrefLib's own `.toc` of a `.soi` is made in this way.
   */
  readonly rest?: "unobserved" | "lowest";
}

/**
 * Parses PrefLib orders: `.soc`, `.soi`, `.toc` and `.toi`, strict or with ties, complete or not, in today's format and
 * in the one before 2022.
 *
 * Format: `# ALTERNATIVE NAME 1: Ada` and other facts in comments, then a line `39: 1,{2,4},3` for each order: how many
 * voters, and the alternatives, best first, ties in braces. Facts and orders must agree: a file that was cut off is an
 * error.
 *
 * @param text - The text of the file.
 * @param options - What alternatives are that an order leaves out.
 * @returns The alternatives as items, each order as a preference, its number of voters as its weight.
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
    // Strict or with ties, complete or not: by the file's own word, else by its name.
    const type = header.fact("DATA TYPE") ?? /\.([st]o[ci])(?:\.gz)?$/.exec(file)?.[1] ?? "toi";
    if (!/^[st]o[ci]$/.test(type)) fail(`expected orders of type soc, soi, toc or toi, found ${quoted(type)}`, line);
    if (type.startsWith("s") && tiers.some((tier) => tier.length > 1)) fail(`a tie in an order of type ${type}`, line);
    const ranked = tiers.reduce((sum, tier) => sum + tier.length, 0);
    memory.take(preferenceBytes(tiers.length, ranked), line);
    const isComplete = ranked === count;
    if (type.endsWith("c") && !isComplete) fail(`an order of type ${type} that leaves out alternatives`, line);
    preferences.push(isComplete ? { tiers } : { tiers, rest });
    weights.push(voters);
  }

  function checkFact(key: string, found: number): void {
    const stated = header.fact(key);
    if (stated !== undefined && Number(stated) !== found) {
      fail(`${key.toLowerCase()} is ${visibleText(stated)} in the header; the file has ${found}`, lastLine);
    }
  }

  return {
    line(text, line) {
      lastLine = line;
      if (text.trim() === "" || header.take(text, line)) return;
      if (header.count === undefined) fail("the number of alternatives is missing", line);
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

/** One tier and what ends it: `{2,3},` or `4`. */
const TIER = /\s*(?:\{([\d\s,]*)\}|(\d+))\s*(?:,|$)/y;

/**
 * The tiers of an order as PrefLib writes it, `1,{2,3},4`: alternatives from 1, ties in braces. Here they count from 0.
 * Returns what is wrong, in words, where it is no order of `count` alternatives.
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
        return `alternative ${quoted(number)} is not one of 1 to ${count}`;
      }
      if (seen.has(alternative)) return `alternative ${number} occurs twice`;
      seen.add(alternative);
    }
    tiers.push(Int32Array.from(numbers, (number) => Number(number) - 1));
  }
  return tiers;
}
