export { kendallTau } from "./kendall-tau.ts";
export { softmax } from "./softmax.ts";
export { softmaxMse } from "./softmax-mse.ts";
export { spearman } from "./spearman.ts";
export { topK } from "./top-k.ts";
