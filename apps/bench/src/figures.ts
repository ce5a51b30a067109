// `pnpm --filter @tierwise/bench figures`: draws the pictures of READMEs and docs into docs/figures. Those that show
// measurements take them from bench-results, where `npm run bench` or a study left them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { growthErrorFigure, growthIntervalsFigure, type IntervalCost } from "./figures/growth-intervals.ts";
import { growthItemsFigure, type LossCost } from "./figures/growth-items.ts";
import { growthTierFigure, type TierCost } from "./figures/growth-tier.ts";
import { raceFigure, raceIntegralFigure, tiersFigure } from "./figures/idea.ts";
import { convergenceFigure, integrandFigure } from "./figures/integrand.ts";
import { rankBreakingErrorFigure, rankBreakingTimeFigure } from "./figures/rank-breaking.ts";
import { type RuleCost, ruleGrowthFigure } from "./figures/rule-growth.ts";
import type { EstimatorSummary } from "./rank-breaking/summary.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const output = join(root, "docs", "figures");
mkdirSync(output, { recursive: true });

function write(name: string, svg: string): void {
  writeFileSync(join(output, `${name}.svg`), svg);
  console.log(`docs/figures/${name}.svg`);
}

/** Draws from a suite's results, or says which command makes them. */
function fromResults<Details>(
  suite: string,
  name: string,
  figure: (details: Details) => string,
  command = "npm run bench",
): void {
  const file = join(root, "bench-results", `${suite}.json`);
  const results = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { details: Details; quick?: boolean })
    : undefined;
  if (results !== undefined && !results.quick) {
    write(name, figure(results.details));
    return;
  }
  const why = results === undefined ? "there are no results" : "there are only those of a quick run";
  console.log(`docs/figures/${name}.svg is left as it is: ${why} of ${suite}, which \`${command}\` makes`);
}

write("tiers", tiersFigure());
write("race", raceFigure());
write("race-integral", raceIntegralFigure());
write("integrand", integrandFigure());
write("convergence", convergenceFigure());
fromResults<{ growth: RuleCost[] }>("integrator-rules", "rule-growth", ({ growth }) => ruleGrowthFigure(growth));
fromResults<{ costs: LossCost[] }>("loss-cost", "growth-items", ({ costs }) => growthItemsFigure(costs));
type Growth = { tier: TierCost[]; intervals: IntervalCost[] };
fromResults<Growth>("growth", "growth-tier", ({ tier }) => growthTierFigure(tier));
fromResults<Growth>("growth", "growth-intervals", ({ intervals }) => growthIntervalsFigure(intervals));
fromResults<Growth>("growth", "growth-error", ({ intervals }) => growthErrorFigure(intervals));

const study = "pnpm --filter @tierwise/bench study:rank-breaking";
type Study = { summaries: EstimatorSummary[] };
fromResults<Study>(
  "rank-breaking-study",
  "rank-breaking-error",
  ({ summaries }) => rankBreakingErrorFigure(summaries),
  study,
);
fromResults<Study>(
  "rank-breaking-study",
  "rank-breaking-time",
  ({ summaries }) => rankBreakingTimeFigure(summaries),
  study,
);
