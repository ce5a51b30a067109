import { readFileSync } from "node:fs";
import type { VectorSets } from "./vector-sets.ts";

/** The names of all sets of test vectors. */
export const vectorNames: readonly (keyof VectorSets)[] = [
  "likelihood",
  "losses",
  "metrics",
  "aggregation",
  "rank-marginals",
];

/** A set of test vectors, with the formulas that define its values. */
export interface Vectors<Name extends keyof VectorSets> {
  /** The name of the set. */
  readonly name: Name;
  /** What the cases contain. */
  readonly about: string;
  /** The formula or description that defines each value. */
  readonly formulas: Readonly<Record<string, string>>;
  /** The cases. */
  readonly cases: VectorSets[Name];
}

/**
 * Reads a set of test vectors. The files contain values with 20 digits; this function rounds them to the nearest double.
 *
 * In a browser, or for all 20 digits, load `@tierwise/vectors/vectors/NAME.json`, in which values are strings.
 *
 * @param name - One of {@link vectorNames}.
 *
 * @example
 * ```ts
 * import { readVectors } from "@tierwise/vectors";
 *
 * const [{ scores, tiers, logLikelihood }] = readVectors("likelihood").cases;
 * console.log(JSON.stringify({ scores, tiers, logLikelihood }));
 * // {"scores":[2,1,0,-1],"tiers":[[0,1]],"logLikelihood":-0.46483522882175393}
 * ```
 */
export function readVectors<Name extends keyof VectorSets>(name: Name): Vectors<Name> {
  if (!vectorNames.includes(name)) {
    throw new RangeError(`name is ${JSON.stringify(name)}; expected one of ${vectorNames.join(", ")}`);
  }
  const text = readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text, (key, value) => (typeof value === "string" ? numberOf(key, value) : value)) as Vectors<Name>;
}

/** Converts a string of 20 digits to a number, and leaves any other string unchanged. */
function numberOf(key: string, text: string): number | string {
  return key !== "id" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : text;
}
