// `npm run demo` shows in a few minutes what Tierwise does. It computes one likelihood, compares ranking losses on data from a known model,
// and runs a small version of the simulation study. All steps except the first run the `tierwise` command.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { showOnePreference } from "./one-preference.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "demo-results");
const binary = join(root, "apps", "cli", "bin", "tierwise.js");
mkdirSync(folder, { recursive: true });
let steps = 0;
const started = performance.now();

step("Compute the likelihood of one preference.");
showOnePreference();

step("Generate a dataset of the same size as Delicious (500 features, 983 labels) from a known Plackett-Luce model.");
tierwise("data generate train.txt --test test.txt --preset delicious-1k --rows 2500 --test-rows 800 --seed 1");

step(
  "Train the same network with PL-Partition and with baseline losses; compare two embedding methods and a popularity baseline.",
);
const methods = "--methods pl-partition,pl-lb,attrank,ranknet,ranksvm,sleec,leml,popularity";
tierwise(
  `compare train.txt --test test.txt ${methods} --hidden 128 --epochs 8 --learning-rates 0.004 --seed 1 --report report.html`,
);

step(
  "Run a small version of the paper's simulation study: n rankings of N items are drawn from known utilities and cut into four tiers. Which method recovers the utilities?",
);
tierwise("simulate mse --plot simulation.svg");
console.log(
  "\nMean squared errors; the smallest of the practical methods is marked. PL-TopK is an oracle, because it is given the order inside the tiers.",
);

console.log(`\nDone in ${Math.round((performance.now() - started) / 1000)} s. Results:`);
console.log(`  ${join(folder, "report.html")}      tables, frequent and rare labels, training curves, timing`);
console.log(`  ${join(folder, "simulation.svg")}   the simulation study as a plot`);

function step(title: string): void {
  steps++;
  console.log(`\n${"─".repeat(80)}\n${steps}. ${title}\n`);
}
/** Runs a command, given as a list of words, and ends the demo if it fails. */
function tierwise(command: string): void {
  console.log(`$ tierwise ${command}\n`);
  const { status } = spawnSync(process.execPath, [binary, ...command.split(" ")], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
