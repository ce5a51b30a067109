// `pnpm --filter @tierwise/bench study NAME [flags]`: runs one of the paper's studies or our own. NAME is one of
//   mse, cost        section 4.1, Figures 1 and 3, and Figure 2: [--quick] [--items 100,1000] [--samples 100] [--methods PL-LB,RankNet] [--seeds 1,2] [--max-steps 5000]
//   shrinkage        why a biased method can have a smaller error: [--items 10000] [--samples 100] [--seeds 5]
//   quality          Tables 1 to 4: [--data FOLDER]… [--preset paper|default|embedding]… [--loss NAME]… [--seeds 5] [--show]
//   sensitivity      Figure 4: [--data FOLDER] [--seeds 5] [--epochs 15] [--center row|none]… [--show]
//   psndcg           which normalization Table 4 may have used: [--data FOLDER]
//   glas             the effect of GLaS on frequent and rare labels: [--data NAME]… [--loss NAME]… [--seeds 3] [--show]
//   rank-breaking    errors and times of the estimators: [--quick]
//   real-fits        utilities with intervals for the real datasets: [--only debian]
//   ask              how many votes nextQuestions saves: [--quick] [--seeds 5]
//   coverage         coverage of intervals of utilities, differences, tables and ranks: [--quick]
//   rank-coverage    coverage of rank intervals on simulated leaderboards: [--quick]
//   online           the difference between replayed ratings and the full fit, on real data: [--seeds 5]
//   search-ranking   lists of documents: our scorers against XGBoost: [--data lightgbm|generated]… [--trials 20] [--seeds 5] [--show]
//   document-context lists of documents: networks with and without attention: [--data lightgbm|generated|topics]… [--seeds 5]
//   document-losses  lists of documents: comparison of the six losses: [--data lightgbm|generated|large-tiers]… [--trials 20] [--seeds 5] [--show]
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
