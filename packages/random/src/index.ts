export { type AliasDraw, aliasTable } from "./alias-table.ts";
export { gumbel, normal, poisson, type RandomSplit, randomPermutation, randomSplit } from "./distributions.ts";
export { type Random, randomStream } from "./random-stream.ts";
