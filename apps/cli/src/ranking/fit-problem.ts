import type { Fit } from "@tierwise/aggregate";
import { visibleText } from "@tierwise/data/visible-text";

/** What is wrong where no finite utilities exist, with the names of the items. */
export function neverBelowProblem({ neverBelow, problem }: Fit, names: readonly string[]): string {
  if (neverBelow === undefined || neverBelow.length === 0) return problem ?? "no finite utilities are the most likely";
  const who = Array.from(neverBelow.subarray(0, 5), (item) => visibleText(names[item]));
  const more = neverBelow.length > who.length ? ` and ${neverBelow.length - who.length} more` : "";
  const verb = neverBelow.length === 1 ? "is" : "are";
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
