import type { Suite } from "../timing/suite.ts";
import { battles } from "./battles.ts";
import { documentLists } from "./documents.ts";
import { fitCost } from "./fit-cost.ts";
import { growth } from "./growth.ts";
import { integratorAllocation } from "./integrator-allocation.ts";
import { integratorCostDouble, integratorCostSingle } from "./integrator-cost.ts";
import { integratorGrowth } from "./integrator-growth.ts";
import { integratorRules } from "./integrator-rules.ts";
import { jobs } from "./jobs.ts";
import { kernelSpeed } from "./kernels.ts";
import { lossCost } from "./loss-cost.ts";
import { negativesGrowth } from "./negatives-growth.ts";
import { negativesQuality } from "./negatives-quality.ts";
import { parsing } from "./parsing.ts";
import { race } from "./race.ts";
import { rankBreaking } from "./rank-breaking.ts";
import { readingBattles } from "./reading-battles.ts";
import { sampling } from "./sampling.ts";
import { serving } from "./serve.ts";
import { sharding } from "./sharding.ts";
import { singleRow } from "./single-row.ts";
import { solvers } from "./solvers.ts";
import { startUp } from "./start-up.ts";
import { sweep } from "./sweep.ts";
import { tfjsLosses } from "./tfjs.ts";
import { topKSelection } from "./top-k.ts";
import { trainingEpoch } from "./training-epoch.ts";
import { trainingGrowth } from "./training-growth.ts";
import { trainingStep } from "./training-step.ts";
import { xmlBaselines } from "./xml-baselines.ts";

/** All suites, in the order in which they run. */
export const suites: readonly Suite[] = [
  integratorRules,
  integratorCostSingle,
  integratorCostDouble,
  integratorGrowth,
  growth,
  integratorAllocation,
  lossCost,
  race,
  tfjsLosses,
  parsing,
  readingBattles,
  topKSelection,
  singleRow,
  rankBreaking,
  kernelSpeed,
  trainingStep,
  trainingEpoch,
  trainingGrowth,
  negativesQuality,
  negativesGrowth,
  sampling,
  fitCost,
  battles,
  solvers,
  xmlBaselines,
  documentLists,
  serving,
  startUp,
  jobs,
  sweep,
  sharding,
];
