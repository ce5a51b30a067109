import type { RuleSpec } from "@tierwise/core-integrator";
import { createLoss, type LossMeans, type LossSpec, type RankingLoss } from "@tierwise/losses";

/**
 * The error that the integrals of a training may make. Scores and gradients are single precision, which ends at 6e-8; the default
 * of the rule, 1e-12, would take a third more evaluations for digits that are dropped.
 */
const trainingTolerance = 1e-9;
/** All T midpoints would change no digit of a gradient in single precision. */
const trainingNegligible = 1e-18;

/** The loss that a spec describes, with the defaults of a training where the spec leaves something out. */
export function trainingLoss(spec: LossSpec, means: LossMeans = {}): RankingLoss {
  if (spec.name !== "pl-partition") return createLoss(spec, means);
  return createLoss({ ...spec, rule: trainingRule(spec.rule ?? { name: "adaptive" }) }, means);
}

function trainingRule(rule: RuleSpec): RuleSpec {
  if (rule.name === "adaptive") return { ...rule, tolerance: rule.tolerance ?? trainingTolerance };
  if (rule.name === "midpoint") return { ...rule, negligible: rule.negligible ?? trainingNegligible };
  return rule;
}
