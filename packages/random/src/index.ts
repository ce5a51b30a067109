export { type AliasDraw, aliasTable } from "./alias-table.ts";
export { gumbel, normal, poisson, randomPermutation } from "./distributions.ts";
export { type Random, randomStream } from "./random-stream.ts";
