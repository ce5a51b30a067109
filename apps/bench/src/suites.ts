import type { Suite } from "./suite.ts";
import { parsing } from "./suites/parsing.ts";
import { softmaxBaseline } from "./suites/softmax-baseline.ts";

/** Every suite, in the order in which they run. */
export const suites: readonly Suite[] = [softmaxBaseline, parsing];
