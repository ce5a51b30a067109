import type { Preference } from "@tierwise/core-integrator";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { COST, checkMemory, createMemoryMeter, preferenceBytes, resolveMaxBytes } from "../reading/memory-limit.ts";
import { printableText } from "../reading/printable-text.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";

/** Options for {@link parsePrefLib} and {@link readPrefLib}. */
export interface PrefLibOptions extends TierSourceOptions {
  /**
   * How to treat alternatives that an incomplete order (`.soi`, `.toi`) omits. Default: `"unobserved"`.
   *
   * - `"unobserved"`: they are not part of the observation.
   * - `"lowest"`: they rank below all listed alternatives, as on a ballot. PrefLib treats them in the same way when it creates `.toc` files
   *   from `.soi` files.
   */
  readonly rest?: "unobserved" | "lowest";
}

/**
 * Parses PrefLib orders, strict or with ties, complete or incomplete (`.soc`, `.soi`, `.toc`, `.toi`), in the current format or the format
 * used before 2022.
 *
 * The file starts with `# ALTERNATIVE NAME 1: Ada` and other metadata in comments. Each order is a line `39: 1,{2,4},3`: the number of
 * voters, then the alternatives, best first, with ties in braces. The orders must agree with the metadata, so that a truncated file causes
 * an error.
 *
 * @param text - The text of the file.
 * @param options - How to treat alternatives that an order omits.
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

/** Whether text is a PrefLib file, judged by its first comments or, for old files without comments, by its name. */
export function isPrefLib(start: string, file: string, format: string | undefined): boolean {
  if (start === "" || format === "preflib") return start !== "";
  if (format === "letor" || format === "tier-list" || format === "tiers" || /^(\{|\[\s*[{\]])/.test(start))
    return false;
  if (/^# (FILE NAME|DATA TYPE|NUMBER ALTERNATIVES|ALTERNATIVE NAME|TITLE):/m.test(start)) return true;
  return format === undefined && /\.(soc|soi|toc|toi)(\.gz)?$/i.test(file);
}

/**
 * The parser behind {@link parsePrefLib}. The header has one of two formats: comments `# NUMBER ALTERNATIVES: 3` and
 * `# ALTERNATIVE NAME 1: Ada`; or, before 2022, the number of alternatives, a line `1,Ada` for each, and a line `voters,sum,orders`.
 */
export function createPrefLibParser({
  rest = "unobserved",
  file = "input",
  ...options
}: PrefLibOptions): LineParser<PreferenceDataset> {
  const memory = createMemoryMeter(file, options);
  const facts = new Map<string, string>();
  const names = new Map<number, string>();
  const preferences: Preference[] = [];
  const weights: number[] = [];
  let line = 1;
  let count: number | undefined;
  let isOld = false;

  function fail(problem: string): never {
    throw new DatasetError(problem, { file, line });
  }

  function integer(text: string, what: string): number {
    return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : fail(`expected ${what}, found ${quoted(text)}`);
  }

  function setCount(text: string): void {
    const found = integer(text, "the number of alternatives");
    if (count !== undefined && count !== found)
      fail(`the number of alternatives is ${found}; an earlier line states ${count}`);
    checkMemory(COST.name * found, `${found} alternatives`, { file, line }, resolveMaxBytes(options));
    count = found;
  }

  function setName(alternative: number, name: string): void {
    if (names.has(alternative)) fail(`alternative ${alternative} has two names`);
    memory.take(COST.name + 2 * name.length, line);
    names.set(alternative, name);
  }

  function addComment(text: string): void {
    const [, key, value] = /^#\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(text) ?? [];
    if (key === undefined) return;
    const [, alternative] = /^ALTERNATIVE NAME (\d+)$/.exec(key) ?? [];
    if (alternative === undefined) facts.set(key, value);
    else setName(integer(alternative, "the number of an alternative"), value);
    if (key === "NUMBER ALTERNATIVES") setCount(value);
  }

  /** Adds a line of an old header, after the first, which contains the number of alternatives. */
  function addOldHeader(text: string, alternatives: number): void {
    if (line <= alternatives + 1) {
      const [, number = "", name] = /^(\d+)\s*,\s*(.*?)\s*$/.exec(text) ?? [];
      if (Number(number) !== line - 1)
        fail(`expected ${line - 1},NAME with the name of an alternative, found ${quoted(text)}`);
      setName(line - 1, name);
    } else {
      const [, voters = "", orders = ""] = text.split(",");
      facts.set("NUMBER VOTERS", voters).set("NUMBER UNIQUE ORDERS", orders);
    }
  }

  function addOrder(text: string, alternatives: number): void {
    const separator = Math.max(0, text.indexOf(isOld ? "," : ":"));
    const voters = integer(text.slice(0, separator), "voters: alternatives");
    const tiers = parseOrder(text.slice(separator + 1).trim(), alternatives);
    if (typeof tiers === "string") fail(tiers);
    // The type comes from the header or, if it is missing there, from the file name.
    const type = facts.get("DATA TYPE") ?? /\.([st]o[ci])(?:\.gz)?$/.exec(file)?.[1] ?? "toi";
    if (!/^[st]o[ci]$/.test(type)) fail(`expected orders of type soc, soi, toc or toi, found ${quoted(type)}`);
    if (type.startsWith("s") && tiers.some((tier) => tier.length > 1)) fail(`an order of type ${type} contains a tie`);
    const ranked = tiers.reduce((sum, tier) => sum + tier.length, 0);
    memory.take(preferenceBytes(tiers.length, ranked), line);
    const isComplete = ranked === alternatives;
    if (type.endsWith("c") && !isComplete) fail(`an order of type ${type} omits alternatives`);
    preferences.push(isComplete ? { tiers } : { tiers, rest });
    weights.push(voters);
  }

  function checkFact(key: string, found: number): void {
    const stated = facts.get(key);
    if (stated !== undefined && Number(stated) !== found)
      fail(`${key.toLowerCase()} is ${printableText(stated)} in the header; the file has ${found}`);
  }

  return {
    line(text, number) {
      line = number;
      if (text.trim() === "") return;
      if (text.startsWith("#")) addComment(text);
      else if (count === undefined) {
        setCount(text);
        isOld = true;
      } else if (isOld && line <= count + 2) addOldHeader(text, count);
      else addOrder(text, count);
    },
    finish() {
      if (count === undefined) fail("the number of alternatives is missing");
      checkFact("NUMBER UNIQUE ORDERS", preferences.length);
      const voters = weights.reduce((sum, weight) => sum + weight, 0);
      checkFact("NUMBER VOTERS", voters);
      // The header's count alone is not trusted, because arrays of this length are allocated.
      if (names.size !== count)
        fail(`the number of alternatives is ${count} in the header, but the number of their names is ${names.size}`);
      const nameOf = (_: unknown, i: number): string => names.get(i + 1) ?? fail(`alternative ${i + 1} has no name`);
      return { itemNames: Array.from({ length: count }, nameOf), preferences, weights: Float64Array.from(weights) };
    },
  };
}

/** Matches one tier and the delimiter after it: `{2,3},` or `4`. */
const TIER = /\s*(?:\{([\d\s,]*)\}|(\d+))\s*(?:,|$)/y;

/**
 * Parses a PrefLib order, `1,{2,3},4`, with 1-based alternatives, into tiers of 0-based items.
 * If the text is not an order of `count` alternatives, returns a description of the problem.
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
