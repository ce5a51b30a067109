import { isNode } from "./platform.ts";

/**
 * How many threads there are cores for; one where memory cannot be shared.
 *
 * @example
 * ```ts
 * import { defaultThreads } from "@tierwise/kernels";
 *
 * console.log(defaultThreads() >= 1); // true
 * ```
 */
export function defaultThreads(): number {
  if (typeof SharedArrayBuffer === "undefined") return 1;
  return isNode ? process.getBuiltinModule("node:os").availableParallelism() : navigator.hardwareConcurrency;
}
