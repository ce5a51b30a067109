// `pnpm --filter @tierwise/bench study:rank-breaking`: errors and times of the rank-breaking estimators on simulated graphs; prints
// a table and leaves bench-results/rank-breaking-study.json, from which `figures` draws.
// node dist/rank-breaking/main.js [--quick]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RankBreakingStudyOptions, rankBreakingStudy } from "./study.ts";
import { studyTable, summarise } from "./summary.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const settings: RankBreakingStudyOptions = {
  items: 100,
  offered: 40,
  users: values.quick ? [500] : [500, 2000],
  orders: [1, 2, 3, 5, 7],
  enumerateUpTo: values.quick ? 5 : 7,
  seeds: values.quick ? [1, 2] : [1, 2, 3, 4, 5],
};
const fits = rankBreakingStudy({
  ...settings,
  onFit: ({ seed, users, estimator, by, seconds }) =>
    console.error(`seed ${seed}, ${users} users, ${estimator} by ${by}: ${seconds.toFixed(2)} s`),
});
const summaries = summarise(fits);
const output = join(import.meta.dirname, "..", "..", "..", "..", "bench-results");
mkdirSync(output, { recursive: true });
const results = { suite: "rank-breaking-study", settings, details: { summaries, fits } };
writeFileSync(join(output, "rank-breaking-study.json"), `${JSON.stringify(results, null, 2)}\n`);
console.log(studyTable(summaries));
