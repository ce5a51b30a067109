// `pnpm --filter @tierwise/bench study NAME [flags]`: runs one of the paper's studies or our own. NAME is one of
//   mse, cost [--quick] [--items 100,1000] [--samples 100] [--methods PL-LB,RankNet] [--seeds 1,2] [--max-steps 5000]: section 4.1, Figures 1 to 3
//   shrinkage [--items 10000] [--samples 100] [--seeds 5]: why a biased method can have a smaller error
//   quality [--data FOLDER]… [--preset paper|default|embedding]… [--loss NAME]… [--seeds 5] [--show]: Tables 1 to 4
//   sensitivity [--data FOLDER] [--seeds 5] [--epochs 15] [--center row|none]… [--show]: Figure 4
//   psndcg [--data FOLDER]: which normalization Table 4 may have used
//   glas [--data NAME]… [--loss NAME]… [--seeds 3] [--show]: the effect of GLaS on frequent and rare labels
//   rank-breaking [--quick]: errors and times of the estimators
//   real-fits [--only debian]: utilities with intervals for the real datasets
//   ask [--quick] [--seeds 5]: how many votes nextQuestions saves
//   coverage [--quick]: coverage of intervals of utilities, differences, tables and ranks
//   rank-coverage [--quick]: coverage of rank intervals on simulated leaderboards
//   online [--seeds 5]: the difference between replayed ratings and the full fit, on real data
//   search-ranking [--data lightgbm|generated]… [--trials 20] [--seeds 5] [--show]: our scorers against XGBoost on lists of documents
//   document-context [--data lightgbm|generated|topics]… [--seeds 5]: networks with and without attention
//   document-losses [--data lightgbm|generated|large-tiers]… [--trials 20] [--seeds 5] [--show]: comparison of the six losses
// Every study accepts --threads N. Results are appended to bench-results/….jsonl as they arrive; a rerun computes only the missing results,
// and --show computes none. `--seeds 5` means the first five seeds, `--seeds 1,4` means seeds 1 and 4. Figures are written to docs/figures,
// or to bench-results with --quick. Default of --data: Delicious-1K in TIERWISE_DATA.
import { documentContext, documentLosses, searchRanking } from "./studies/document-studies.ts";
import { ask, coverage, online, rankBreaking, rankCoverage, realFits } from "./studies/ranking-studies.ts";
import { cost, mse, shrinkage } from "./studies/simulation-studies.ts";
import { positionals } from "./studies/study-flags.ts";
import { glas, psndcg, quality, sensitivity } from "./studies/training-studies.ts";

const studies: Readonly<Record<string, () => Promise<void>>> = {
  mse,
  cost,
  shrinkage,
  quality,
  sensitivity,
  psndcg,
  glas,
  "rank-breaking": rankBreaking,
  ask,
  coverage,
  "rank-coverage": rankCoverage,
  online,
  "real-fits": realFits,
  "search-ranking": searchRanking,
  "document-context": documentContext,
  "document-losses": documentLosses,
};
const [name = ""] = positionals;
if (Object.hasOwn(studies, name)) await studies[name]();
else {
  console.error(`unknown study ${name}; expected one of ${Object.keys(studies).join(", ")}`);
  process.exitCode = 2;
}
