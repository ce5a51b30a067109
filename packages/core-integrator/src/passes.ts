/**
 * The passes over rows of scores, for the likelihood and for packages that loop over the same rows.
 *
 * @module
 */

export { exponential, exponentiate, logAddExp, maximum } from "./passes/exponentials.ts";
export { readRow, writeRow } from "./passes/row-copy.ts";
export { badRow, badScore, isScore } from "./passes/scores.ts";
export { checkEvaluation, type EvaluationArrays, weightOf } from "./preference/packed-preferences.ts";
export { type ItemStamps, itemStamps } from "./preference/preference.ts";
