export { adaptive } from "./adaptive/adaptive.ts";
export { exact } from "./exact.ts";
export {
  type LikelihoodGradient,
  type LikelihoodOptions,
  logLikelihood,
  logLikelihoodGradient,
} from "./likelihood.ts";
export {
  logLikelihoodRows,
  type RowLikelihood,
  type RowsOptions,
  rowLogLikelihood,
} from "./likelihood-rows.ts";
export { type MidpointOptions, midpoint } from "./midpoint.ts";
export { type PackedPreferences, packPreferences } from "./packed-preferences.ts";
export { checkPreference, type Preference, type Scores } from "./preference.ts";
export type { RestPass, RestPassOption, RestSum } from "./rest-pass.ts";
export type { Rule, TierResult } from "./rule.ts";
export { checkScores } from "./scores.ts";
export { type SharedOptions, sharedLogLikelihood } from "./shared-likelihood.ts";
export { intervalsForGradient, intervalsForLikelihood, type TheoremQuestion } from "./theorem-1.ts";
export { logProbabilityAbove, tierAbove } from "./tier-above.ts";
