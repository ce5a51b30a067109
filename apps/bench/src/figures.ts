// `pnpm --filter @tierwise/bench figures`: draws the figures for the READMEs and guides, and writes them to docs/figures. Measurements are
// read from bench-results, where `npm run bench` and the studies write them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fullRankBreaking, rankBreakingStudy, runStudy } from "@tierwise/studies";
import {
  type CurvePoint,
  convergenceFigure,
  type FitGrowth,
  fitGrowthFigure,
  gradientErrorFigure,
  growthErrorFigure,
  growthIntervalsFigure,
  growthItemsFigure,
  growthTierFigure,
  type IntervalCost,
  inclusionFigure,
  integrandFigure,
  type LossCost,
  metricGradientFigure,
  type RaceGrowth,
  type RuleCost,
  raceFigure,
  raceGrowthFigure,
  raceIntegralFigure,
  rankHeatMapFigure,
  ruleGrowthFigure,
  type SampledGradients,
  type TierCost,
  tiersFigure,
  trainingCurveFigure,
} from "@tierwise/studies/figures";

const root = join(import.meta.dirname, "..", "..", "..");
const output = join(root, "docs", "figures");
mkdirSync(output, { recursive: true });

function write(name: string, svg: string): void {
  writeFileSync(join(output, `${name}.svg`), svg);
  console.log(`docs/figures/${name}.svg`);
}

/** Draws a figure from a suite's results, or prints the command that produces them. */
function fromResults<Details>(suite: string, name: string, figure: (details: Details) => string): void {
  const file = join(root, "bench-results", `${suite}.json`);
  const results = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { details: Details; quick?: boolean })
    : undefined;
  if (results !== undefined && !results.quick) {
    write(name, figure(results.details));
    return;
  }
  const why = results === undefined ? "has no results" : "has results only from a quick run";
  console.log(`docs/figures/${name}.svg is unchanged: the suite ${suite} ${why}; run \`npm run bench\` first`);
}

write("tiers", tiersFigure());
write("race", raceFigure());
write("race-integral", raceIntegralFigure());
write("race-ranks", rankHeatMapFigure());
write("race-inclusion", inclusionFigure());
write("race-gradient", metricGradientFigure());
write("integrand", integrandFigure());
write("convergence", convergenceFigure());
fromResults<{ growth: RuleCost[] }>("integrator-rules", "rule-growth", ({ growth }) => ruleGrowthFigure(growth));
fromResults<{ costs: LossCost[] }>("loss-cost", "growth-items", ({ costs }) => growthItemsFigure(costs));
fromResults<{ growth: FitGrowth[] }>("battles", "fit-growth", ({ growth }) => fitGrowthFigure(growth));
fromResults<{ growth: RaceGrowth[] }>("race", "race-growth", ({ growth }) => raceGrowthFigure(growth));
fromResults<{ sampled: SampledGradients }>("race", "race-error", ({ sampled }) => gradientErrorFigure(sampled));
fromResults<CurvePoint[]>("expected-metric-curve", "race-training", trainingCurveFigure);
type Growth = { tier: TierCost[]; intervals: IntervalCost[] };
fromResults<Growth>("growth", "growth-tier", ({ tier }) => growthTierFigure(tier));
fromResults<Growth>("growth", "growth-intervals", ({ intervals }) => growthIntervalsFigure(intervals));
fromResults<Growth>("growth", "growth-error", ({ intervals }) => growthErrorFigure(intervals));

const cells = rankBreakingStudy.cells(fullRankBreaking);
const file = join(root, "bench-results", "rank-breaking.jsonl");
const { results, summary } = await runStudy(rankBreakingStudy, { cells, file, missing: "leave out" });
if (results.length === cells.length) {
  for (const [name, svg] of Object.entries((await rankBreakingStudy.figures?.(summary)) ?? {})) write(name, svg);
} else {
  const command = "pnpm --filter @tierwise/bench study:rank-breaking";
  console.log(
    `docs/figures/rank-breaking-*.svg are unchanged: only ${results.length} of ${cells.length} results exist; run \`${command}\` first`,
  );
}
