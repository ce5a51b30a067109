/**
 * The step, the rounding error and the tolerance of the adaptive rule, for packages that compute similar integrals.
 *
 * @module
 */

export { oneLessExponential } from "./passes/exponentials.ts";
export { trapezoidStep } from "./rules/adaptive/trapezoid-error.ts";
export { roundingError } from "./rules/subset-recursion.ts";
