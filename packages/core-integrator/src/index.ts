export { checkScores, type Scores } from "./passes/scores.ts";
export { type PackedPreferences, packPreferences } from "./preference/packed-preferences.ts";
export { checkPreference, type Preference } from "./preference/preference.ts";
export { adaptive } from "./rules/adaptive.ts";
export { createRule } from "./rules/create-rule.ts";
export { exact } from "./rules/exact.ts";
export { type MidpointOptions, midpoint } from "./rules/midpoint.ts";
export type { Rule, TierResult } from "./rules/rule.ts";
export type { AdaptiveSpec, ExactSpec, MidpointSpec, RuleSpec } from "./rules/rule-spec.ts";
export { intervalsForGradient, intervalsForLikelihood, type TheoremInput } from "./rules/theorem-1.ts";
export {
  type LikelihoodGradient,
  logLikelihood,
  logLikelihoodGradient,
} from "./walk/likelihood.ts";
export { logLikelihoodRows, type RowsOptions } from "./walk/likelihood-rows.ts";
export type { RestSoftmax, RestSoftmaxOption, RestSum } from "./walk/rest-softmax.ts";
export { type RowLikelihood, rowLogLikelihood } from "./walk/row-likelihood.ts";
export { type InformationOptions, sharedInformation } from "./walk/shared-information.ts";
export { type SharedOptions, sharedLogLikelihood } from "./walk/shared-likelihood.ts";
export { logProbabilityAbove, tierAbove } from "./walk/tier-above.ts";
export type { LikelihoodOptions } from "./walk/tier-walk.ts";
