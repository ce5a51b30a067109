import type { Fit } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";

/** What is wrong where no finite utilities exist, with the names of the items. */
export function unbeatenItemsProblem({ unbeatenItems, problem }: Fit, names: readonly string[]): string {
  if (unbeatenItems === undefined || unbeatenItems.length === 0)
    return problem ?? "no finite utilities are the most likely";
  const who = Array.from(unbeatenItems.subarray(0, 5), (item) => printableText(names[item]));
  const more = unbeatenItems.length > who.length ? ` and ${unbeatenItems.length - who.length} more` : "";
  const verb = unbeatenItems.length === 1 ? "is" : "are";
  return `${who.join(", ")}${more} ${verb} never ranked below the others, so that no finite utilities are the most likely; add a prior, such as --prior 0.1`;
}

/** What is wrong, and what to do, where a fit ended before its maximum. */
export function unconvergedProblem({ iterations, gradientNorm }: Fit, byAdaGrad: boolean): string {
  const where = `the fit has not converged: after ${iterations} iterations the gradient is ${gradientNorm.toPrecision(2)} per observation`;
  const advice = byAdaGrad
    ? "add observations, or use --solver lbfgs"
    : "add a prior, such as --prior 0.1, or observations that connect the items";
  return `${where}; raise --max-iterations, ${advice}`;
}
