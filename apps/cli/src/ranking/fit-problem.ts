import type { Fit } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";

/** Explains why the most likely utilities are infinite, with the names of the items. */
export function unbeatenItemsProblem({ unbeatenItems, problem }: Fit, names: readonly string[]): string {
  if (unbeatenItems === undefined || unbeatenItems.length === 0)
    return problem ?? "the most likely utilities are infinite";
  const who = Array.from(unbeatenItems.subarray(0, 5), (item) => printableText(names[item] ?? "acceptable"));
  const more = unbeatenItems.length > who.length ? ` and ${unbeatenItems.length - who.length} more` : "";
  const verb = unbeatenItems.length === 1 ? "is" : "are";
  return `${who.join(", ")}${more} ${verb} never ranked below the others, so the most likely utilities are infinite; set a prior, such as --prior 0.1`;
}

/** Explains why a fit has not converged, and what to do about it. */
export function unconvergedProblem({ iterations, gradientNorm, problem }: Fit, byAdaGrad: boolean): string {
  const judgePrior = "set the prior of reliability()";
  if (problem?.includes(judgePrior)) return problem.replace(judgePrior, "set a prior, such as --judge-prior 1");
  const where = `the fit has not converged: the gradient is ${gradientNorm.toPrecision(2)} per observation after ${iterations} iterations`;
  const advice = byAdaGrad
    ? "add observations, or use --solver lbfgs"
    : "set a prior, such as --prior 0.1, or add observations that connect the items";
  return `${where}; raise --max-iterations, ${advice}`;
}
