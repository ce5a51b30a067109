// `npm run demo`: what Tierwise does, on small examples.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adaptive, logLikelihoodGradient, midpoint, type Preference } from "@tierwise/core-integrator";
import { mseFigure, mseTable } from "@tierwise/figures";
import { type MseResult, mseCells, quickMseGrid, runCells, summariseMse } from "@tierwise/sim/study";

const names = ["apple", "banana", "cherry", "date", "elderberry", "fig", "grape", "honeydew"];
const preference: Preference = {
  tiers: [
    [3, 0],
    [4, 6],
  ],
};

const named = new Set(preference.tiers.flatMap((tier) => Array.from(tier)));
const rest = names.filter((_, item) => !named.has(item));
const tiers = [...preference.tiers.map((tier) => Array.from(tier, (item) => names[item])), rest];
console.log(`A preference: {${tiers.map((tier) => tier.join(", ")).join("} above {")}}.`);
console.log("The order inside a tier is unknown. Which scores make it most likely? A few steps uphill:\n");

const scores = new Float64Array(names.length);
for (let step = 0; step <= 60; step++) {
  const { logLikelihood: value, gradient } = logLikelihoodGradient(scores, preference);
  if (step % 15 === 0) console.log(`  step ${String(step).padStart(2)}   probability ${Math.exp(value).toFixed(6)}`);
  for (let i = 0; i < scores.length; i++) scores[i] += 0.3 * gradient[i];
}

console.log("\nThe scores it ends with:\n");
const order = [...names.keys()].sort((i, j) => scores[j] - scores[i]);
for (const item of order) {
  const bar = "#".repeat(Math.round(6 * (scores[item] - scores[order[order.length - 1]])));
  console.log(`  ${names[item].padEnd(10)} ${scores[item].toFixed(2).padStart(6)}  ${bar}`);
}

console.log("\nThe likelihood and gradient of 100 items above 900 others, by the paper's rule and by ours:\n");
const many = new Float64Array(1000).map((_, i) => Math.sin(i * i));
const top: Preference = { tiers: [Int32Array.from({ length: 100 }, (_, i) => i)] };
for (const rule of [midpoint({ intervals: 10_000, shift: 5 }), adaptive()]) {
  let milliseconds = 0;
  let value = 0;
  let evaluations = 0;
  // The last of a few calls is timed: the first ones also compile the code.
  for (let call = 0; call < 20; call++) {
    const start = performance.now();
    ({ logLikelihood: value, evaluations } = logLikelihoodGradient(many, top, { rule }));
    milliseconds = performance.now() - start;
  }
  const figures = `${String(evaluations).padStart(5)} evaluations  ${milliseconds.toFixed(3).padStart(8)} ms`;
  console.log(`  ${rule.name.padEnd(9)} ${value.toFixed(9)}  ${figures}`);
}

console.log(
  "\nThe paper's simulation study in small: n rankings of N items, drawn from known utilities and cut into four tiers.",
);
console.log(
  "Who finds the utilities again? Mean squared error of their softmax, ± its standard error over the seeds:\n",
);
const start = performance.now();
const results = (await runCells(mseCells(quickMseGrid))) as MseResult[];
const seconds = (performance.now() - start) / 1000;
const summaries = summariseMse(results);
console.log(mseTable(summaries));
const folder = join(import.meta.dirname, "..", "..", "bench-results");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "mse-quick.svg"), mseFigure(summaries));
console.log(`\n${results.length} fits in ${seconds.toFixed(0)} s; the same as a picture: bench-results/mse-quick.svg`);
console.log("PL-TopK is the oracle that knows the order inside the tiers. The whole study: docs/simulation.md");
