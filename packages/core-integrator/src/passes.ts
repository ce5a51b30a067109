/**
 * The passes over rows of scores that the likelihood is made of, for packages that loop over the same rows.
 *
 * @module
 */
export { checkBatch } from "./check-batch.ts";
export { checkShared } from "./check-shared.ts";
export { exponential } from "./exponential.ts";
export { type ItemStamps, itemStamps } from "./item-stamps.ts";
export { exponentiate, logAddExp, maximum } from "./log-sum-exp.ts";
export { weightOf } from "./observation-weight.ts";
export { readRow, writeRow } from "./row-copy.ts";
export { badRow, badScore, isScore } from "./scores.ts";
