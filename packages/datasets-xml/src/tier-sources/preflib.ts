import type { Preference } from "@tierwise/core-integrator";
import { DatasetError, quoted } from "../dataset-error.ts";
import { type LineParser, parseText } from "../line-parser.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";
import { parseOrder } from "./preflib-order.ts";

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
 * import { parsePrefLib } from "@tierwise/datasets-xml";
 *
 * const text = `# DATA TYPE: toi
 * # NUMBER ALTERNATIVES: 3
 * # ALTERNATIVE NAME 1: Ada
 * # ALTERNATIVE NAME 2: Grace
 * # ALTERNATIVE NAME 3: Hedy
 * 7: 2,{1,3}
 * 2: 3`;
 * const { items, preferences, weights } = parsePrefLib(text);
 * console.log(items, weights); // [ 'Ada', 'Grace', 'Hedy' ] Float64Array(2) [ 7, 2 ]
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
}: PrefLibOptions): LineParser<PreferenceDataset> {
  const facts = new Map<string, string>();
  const names = new Map<number, string>();
  const preferences: Preference[] = [];
  const weights: number[] = [];
  let count: number | undefined;
  let isOld = false;
  let lastLine = 0;

  /** `soc`, `soi`, `toc` or `toi`: by the file's own word, else by its name. */
  const dataType = (): string => facts.get("DATA TYPE") ?? /\.([st]o[ci])(?:\.gz)?$/.exec(file)?.[1] ?? "toi";

  function fail(problem: string, line: number): never {
    throw new DatasetError(problem, { file, line });
  }

  function integer(text: string | undefined, what: string, line: number): number {
    if (text === undefined || !/^\s*\d{1,9}\s*$/.test(text))
      fail(`expected ${what}, found ${quoted(text ?? "")}`, line);
    return Number(text);
  }

  function comment(text: string, line: number): void {
    const fact = /^#\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(text);
    if (fact === null) return;
    const [, key, value] = fact;
    const alternative = /^ALTERNATIVE NAME (\d+)$/.exec(key);
    if (alternative !== null) names.set(integer(alternative[1], "the number of an alternative", line), value);
    else facts.set(key, value);
    if (key === "NUMBER ALTERNATIVES") count = integer(value, "the number of alternatives", line);
  }

  /** The format before 2022: the count, a line `1,name` for each alternative, a line `voters,sum,orders`. */
  function oldHeader(text: string, line: number): void {
    if (count === undefined) {
      isOld = true;
      count = integer(text, "the number of alternatives", line);
    } else if (line <= count + 1) {
      const [, number, name] = /^(\d+)\s*,\s*(.*?)\s*$/.exec(text) ?? [];
      if (integer(number, "number,name of an alternative", line) !== line - 1)
        fail(`expected alternative ${line - 1}`, line);
      names.set(line - 1, name);
    } else {
      const [, voters, orders] = text.split(",");
      facts.set("NUMBER VOTERS", voters).set("NUMBER UNIQUE ORDERS", orders);
    }
  }

  function order(text: string, line: number): void {
    const separator = text.indexOf(isOld ? "," : ":");
    const voters = integer(text.slice(0, Math.max(separator, 0)), "voters: alternatives", line);
    if (count === undefined) fail("the number of alternatives is missing", line);
    const tiers = parseOrder(text.slice(separator + 1).trim(), count);
    if (typeof tiers === "string") fail(tiers, line);
    const type = dataType();
    if (type.startsWith("s") && tiers.some((tier) => tier.length > 1)) fail(`a tie in an order of type ${type}`, line);
    const isComplete = tiers.reduce((sum, tier) => sum + tier.length, 0) === count;
    if (type.endsWith("c") && !isComplete) fail(`an order of type ${type} that leaves out alternatives`, line);
    preferences.push(isComplete ? { tiers } : { tiers, rest });
    weights.push(voters);
  }

  /** Every alternative has a name: the count in a header is never believed by itself. */
  function itemNames(alternatives: number): string[] {
    if (names.size !== alternatives)
      fail(`there are ${alternatives} alternatives; ${names.size} have a name`, lastLine);
    return Array.from({ length: alternatives }, (_, i) => {
      return names.get(i + 1) ?? fail(`alternative ${i + 1} has no name`, lastLine);
    });
  }

  function checkFact(key: string, found: number): void {
    const stated = facts.get(key);
    if (stated !== undefined && integer(stated, key.toLowerCase(), lastLine) !== found) {
      fail(`${key.toLowerCase()} is ${stated} in the header; the file has ${found}`, lastLine);
    }
  }

  return {
    line(text, number) {
      lastLine = number;
      if (text.trim() === "") return;
      if (text.startsWith("#")) comment(text, number);
      else if (count === undefined || (isOld && number <= count + 2)) oldHeader(text, number);
      else order(text, number);
    },
    finish() {
      if (count === undefined) fail("the number of alternatives is missing", Math.max(lastLine, 1));
      checkFact("NUMBER UNIQUE ORDERS", preferences.length);
      checkFact(
        "NUMBER VOTERS",
        weights.reduce((sum, weight) => sum + weight, 0),
      );
      return { items: itemNames(count), preferences, weights: Float64Array.from(weights) };
    },
  };
}
