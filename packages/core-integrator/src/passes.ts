/**
 * The passes over rows of scores that make up the likelihood, for packages that loop over the same rows.
 *
 * @module
 */

export { exponential } from "./passes/exponential.ts";
export { type ItemStamps, itemStamps } from "./passes/item-stamps.ts";
export { exponentiate, logAddExp, maximum } from "./passes/log-sum-exp.ts";
export { weightOf } from "./passes/observation-weight.ts";
export { readRow, writeRow } from "./passes/row-copy.ts";
export { badRow, badScore, isScore } from "./passes/scores.ts";
export { checkBatch, checkShared } from "./preference/check-evaluation.ts";
