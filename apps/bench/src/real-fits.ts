// `TIERWISE_DATA=… pnpm --filter @tierwise/bench real-fits [--only debian]`: fits NASCAR 2002 and the PrefLib sets, and prints order
// and utilities with 95 % intervals.
import { parseArgs } from "node:util";
import { fitUtilities } from "@tierwise/aggregate";
import { type RealSet, readRealSets } from "./real-sets.ts";
import { utilityTable } from "./utility-table.ts";

/** Where the data alone do not keep utilities finite, a prior of this strength does. */
const PRIOR = 0.1;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const sets = (await readRealSets()).filter(({ name }) => values.only === undefined || name.includes(values.only));

let most = 0;
let withoutMaximum = 0;
for (const set of sets) {
  const { title, table, seconds, problem } = fit(set);
  console.log(`${title}\n${problem === undefined ? "" : `${problem}\n`}\n${table}\n`);
  most = Math.max(most, seconds);
  if (problem !== undefined) withoutMaximum++;
}
console.log(
  `${sets.length} data sets, the slowest in ${most.toFixed(2)} s, standard errors included; ${withoutMaximum} needed a prior`,
);

function fit(set: RealSet): { title: string; table: string; seconds: number; problem: string | undefined } {
  const items = set.itemNames.length;
  const { preferences, weights } = set;
  const start = performance.now();
  const plain = fitUtilities(preferences, { items, weights });
  const { problem } = plain;
  const found = problem === undefined ? plain : fitUtilities(preferences, { items, weights, prior: PRIOR });
  const seconds = (performance.now() - start) / 1000;
  const voters = weights.reduce((sum, weight) => sum + weight, 0);
  const state = found.converged ? `gradient ${found.gradientNorm.toExponential(0)}` : "NOT CONVERGED";
  const cost = `${found.iterations} steps, ${seconds.toFixed(2)} s, ${state}`;
  return {
    title: `${set.name}: ${items} items, ${voters} observations; ${cost}`,
    table: utilityTable(set.itemNames, found),
    seconds,
    problem: problem && `${problem}; here λ = ${PRIOR}`,
  };
}
