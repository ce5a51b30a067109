/**
 * The figures of the studies and of the guides, as SVG. Observable Plot and linkedom are loaded by this entry point only, not by
 * `@tierwise/studies`.
 *
 * @module
 */
export { COLORS, draw, drawOnPage } from "./drawing/draw.ts";
export { joinDrawings } from "./drawing/panels.ts";
export { glasFigure } from "./glas/glas-figure.ts";
export { type FitGrowth, fitGrowthFigure } from "./pictures/fit-growth.ts";
export { growthErrorFigure, growthIntervalsFigure, type IntervalCost } from "./pictures/growth-intervals.ts";
export { growthItemsFigure, type LossCost } from "./pictures/growth-items.ts";
export { growthTierFigure, type TierCost } from "./pictures/growth-tier.ts";
export { raceFigure, raceIntegralFigure, tiersFigure } from "./pictures/idea.ts";
export { convergenceFigure, integrandFigure } from "./pictures/integrand.ts";
export {
  type GradientError,
  gradientErrorFigure,
  type RaceGrowth,
  raceGrowthFigure,
  type SampledGradient,
  type SampledGradients,
} from "./pictures/race-growth.ts";
export { inclusionFigure, metricGradientFigure, rankHeatMapFigure } from "./pictures/race-marginals.ts";
export { type RuleCost, ruleGrowthFigure } from "./pictures/rule-growth.ts";
export { type CurvePoint, trainingCurveFigure } from "./pictures/training-curve.ts";
export { rankBreakingErrorFigure, rankBreakingTimeFigure } from "./rank-breaking/rank-breaking-figures.ts";
export type { SensitivityCross } from "./sensitivity/rule-grids.ts";
export { sensitivityFigure, sensitivityPanel } from "./sensitivity/sensitivity-figure.ts";
export { type CostReference, costFigure } from "./simulation/cost-figure.ts";
export { mseFigure } from "./simulation/mse-figure.ts";
