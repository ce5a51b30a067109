import type { Suite } from "./suite.ts";
import { fitCost } from "./suites/fit-cost.ts";
import { growth } from "./suites/growth.ts";
import { integratorAllocation } from "./suites/integrator-allocation.ts";
import { integratorCostDouble, integratorCostSingle } from "./suites/integrator-cost.ts";
import { integratorGrowth } from "./suites/integrator-growth.ts";
import { integratorRules } from "./suites/integrator-rules.ts";
import { kernelSpeed } from "./suites/kernels.ts";
import { lossCost } from "./suites/loss-cost.ts";
import { parsing } from "./suites/parsing.ts";
import { rankBreaking } from "./suites/rank-breaking.ts";
import { sampling } from "./suites/sampling.ts";
import { solvers } from "./suites/solvers.ts";
import { tfjsLosses } from "./suites/tfjs.ts";
import { topKSelection } from "./suites/top-k.ts";
import { trainingEpoch } from "./suites/training-epoch.ts";
import { trainingGrowth } from "./suites/training-growth.ts";
import { trainingStep } from "./suites/training-step.ts";
import { xmlBaselines } from "./suites/xml-baselines.ts";

/** Every suite, in the order in which they run. */
export const suites: readonly Suite[] = [
  integratorRules,
  integratorCostSingle,
  integratorCostDouble,
  integratorGrowth,
  growth,
  integratorAllocation,
  lossCost,
  tfjsLosses,
  parsing,
  topKSelection,
  rankBreaking,
  kernelSpeed,
  trainingStep,
  trainingEpoch,
  trainingGrowth,
  sampling,
  fitCost,
  solvers,
  xmlBaselines,
];
