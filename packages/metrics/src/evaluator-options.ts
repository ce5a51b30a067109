import type { ItemGroups } from "./frequency-groups.ts";
import type { PsndcgConvention } from "./propensity-tally.ts";

/** What an evaluator computes. */
export interface EvaluatorOptions {
  /** The cut-offs k: different integers of at least 1, in any order. */
  readonly ks: readonly number[];
  /** The weight of each item, from {@link inversePropensity}; without it there are no propensity-scored metrics. */
  readonly inversePropensity?: ArrayLike<number>;
  /** Which definition of PSnDCG@k: `"pyxclib"` where left out. */
  readonly psndcg?: PsndcgConvention;
  /** Groups of items to break the metrics down by, such as {@link frequencyGroups}. */
  readonly groups?: ItemGroups;
}

/** Throws unless the options are sound, and returns the number of items where they tell it. */
export function checkOptions({ ks, inversePropensity, psndcg, groups }: EvaluatorOptions): number | undefined {
  checkCutOffs(ks);
  if (psndcg !== undefined && psndcg !== "pyxclib" && psndcg !== "xml-repo") {
    throw new RangeError(`psndcg is ${JSON.stringify(psndcg)}; expected "pyxclib" or "xml-repo"`);
  }
  if (inversePropensity) checkWeights(inversePropensity);
  if (groups) checkGroups(groups);
  if (inversePropensity && groups && inversePropensity.length !== groups.groupOf.length) {
    const lengths = `${groups.groupOf.length} items and inversePropensity ${inversePropensity.length}`;
    throw new RangeError(`groups.groupOf has ${lengths}; expected the same number`);
  }
  return inversePropensity?.length ?? groups?.groupOf.length;
}

function checkCutOffs(ks: readonly number[]): void {
  if (!Array.isArray(ks) || ks.length === 0)
    throw new TypeError(`ks is ${JSON.stringify(ks)}; expected an array such as [1, 3, 5]`);
  for (const [i, k] of ks.entries()) {
    if (!Number.isInteger(k) || k < 1) throw new RangeError(`ks[${i}] is ${k}; expected an integer of at least 1`);
    if (ks.indexOf(k) < i) throw new RangeError(`ks contains ${k} twice`);
  }
}

function checkWeights(weights: ArrayLike<number>): void {
  if (!Number.isInteger(weights.length)) {
    throw new TypeError(`inversePropensity is ${weights}; expected one number per item`);
  }
  for (let item = 0; item < weights.length; item++) {
    if (!(weights[item] > 0 && weights[item] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`inversePropensity[${item}] is ${weights[item]}; expected a number above 0`);
    }
  }
}

function checkGroups({ names, groupOf }: ItemGroups): void {
  if (!Array.isArray(names)) throw new TypeError(`groups.names is ${names}; expected an array of names`);
  if (!Number.isInteger(groupOf?.length)) {
    throw new TypeError(`groups.groupOf is ${groupOf}; expected one position in groups.names per item`);
  }
  for (const [g, name] of names.entries()) {
    if (names.indexOf(name) < g) throw new RangeError(`groups.names contains ${JSON.stringify(name)} twice`);
  }
  for (let item = 0; item < groupOf.length; item++) {
    if (names[groupOf[item]] === undefined) {
      throw new RangeError(`groups.groupOf[${item}] is ${groupOf[item]}; expected a position in groups.names`);
    }
  }
}
