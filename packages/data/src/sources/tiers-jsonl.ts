import type { Preference } from "@tierwise/core-integrator";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { createMemoryMeter, preferenceBytes } from "../reading/memory-limit.ts";
import { printableText } from "../reading/printable-text.ts";
import { createItemIndex } from "./item-index.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";

/** Options for {@link parseTiersJsonl} and {@link readTiersJsonl}. */
export interface TiersJsonlOptions extends TierSourceOptions {
  /** Items that get the first numbers, in this order, so that two files can share item numbers. Other items follow in order of occurrence. */
  readonly itemNames?: readonly string[];
  /** How to treat items in no tier, for lines without `rest`. Default: `"lowest"`, as in every `Preference`. */
  readonly rest?: "lowest" | "unobserved";
}

/**
 * Parses JSON Lines, one preference per line: `{"tiers": [["a", "b"], ["c"]]}`, tiers of item names, best first.
 *
 * A line may also contain `"weight"` (or `"count"`), the nonnegative number of times that the preference was observed, and `"rest"`, which
 * is `"lowest"` or `"unobserved"`. Names are strings or integers. Empty lines are skipped.
 *
 * @param text - The text of the file.
 * @param options - Items that get the first numbers, and how to treat items in no tier.
 * @throws DatasetError if a line is not such an object or names an item twice.
 *
 * @example
 * ```ts
 * import { parseTiersJsonl } from "@tierwise/data";
 *
 * const { itemNames, preferences, weights } = parseTiersJsonl('{"tiers": [["a", "b"], ["c"]], "weight": 3}\n');
 * console.log(itemNames, weights); // [ 'a', 'b', 'c' ] Float64Array(1) [ 3 ]
 * console.log(preferences[0].tiers); // [ Int32Array(2) [ 0, 1 ], Int32Array(1) [ 2 ] ]
 * ```
 */
export function parseTiersJsonl(text: string, options: TiersJsonlOptions = {}): PreferenceDataset {
  return parseText(text, createTiersJsonlParser(options));
}

/** The parser behind {@link parseTiersJsonl}. */
export function createTiersJsonlParser({
  itemNames,
  rest,
  file = "input",
  ...options
}: TiersJsonlOptions): LineParser<PreferenceDataset> {
  const memory = createMemoryMeter(file, options);
  const index = createItemIndex(memory, itemNames);
  const preferences: Preference[] = [];
  const weights: number[] = [];
  return {
    line(text, line) {
      if (text.trim() === "") return;
      try {
        const entry = parseEntry(text);
        checkNames(entry.tiers);
        const named = entry.tiers.reduce((sum, tier) => sum + tier.length, 0);
        memory.take(preferenceBytes(entry.tiers.length, named), line);
        const tiers = entry.tiers.map((tier) => Int32Array.from(tier, (name) => index.of(String(name), line)));
        const lineRest = entry.rest ?? rest;
        preferences.push(lineRest === undefined ? { tiers } : { tiers, rest: lineRest });
        weights.push(entry.weight);
      } catch (error) {
        if (error instanceof DatasetError) throw error;
        throw new DatasetError(printableText((error as Error).message), { file, line, cause: error });
      }
    },
    finish: () => ({ itemNames: index.names, preferences, weights: Float64Array.from(weights) }),
  };
}

interface Entry {
  readonly tiers: readonly (readonly (string | number)[])[];
  readonly rest: Preference["rest"];
  readonly weight: number;
}

function parseEntry(text: string): Entry {
  const value: unknown = JSON.parse(text);
  const { tiers, rest, weight, count } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(tiers) || !tiers.every((tier) => Array.isArray(tier) && tier.every(isName))) {
    throw new Error('expected {"tiers": [["name", …], …]}');
  }
  if (rest !== undefined && rest !== "lowest" && rest !== "unobserved") {
    throw new Error(`rest is ${shown(rest)}; expected "lowest" or "unobserved"`);
  }
  const times = weight ?? count ?? 1;
  if (typeof times !== "number" || !(times >= 0 && times < Number.POSITIVE_INFINITY)) {
    throw new Error(`weight is ${shown(times)}; expected a nonnegative finite number`);
  }
  return { tiers, rest, weight: times };
}

/** Formats a value of any type and size for an error message. */
function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return printableText(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

function isName(name: unknown): boolean {
  return typeof name === "string" || Number.isSafeInteger(name);
}

function checkNames(tiers: Entry["tiers"]): void {
  const seen = new Set<string>();
  for (const name of tiers.flat()) {
    if (seen.has(String(name))) throw new Error(`item ${quoted(String(name))} occurs twice`);
    seen.add(String(name));
  }
}
