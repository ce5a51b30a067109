import type { Suite } from "./suite.ts";
import { parsing } from "./suites/parsing.ts";
import { softmaxBaseline } from "./suites/softmax-baseline.ts";
import { topKSelection } from "./suites/top-k.ts";

/** Every suite, in the order in which they run. */
export const suites: readonly Suite[] = [softmaxBaseline, parsing, topKSelection];
