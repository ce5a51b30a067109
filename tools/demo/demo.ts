// `npm run demo`: what Tierwise does, in a few minutes: one likelihood, a comparison of ranking losses on data with known truth, and
// the simulation study in small. All but the first step are the command tierwise, as anybody would type it.
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

step("The likelihood of one preference.");
showOnePreference();

step(
  "A data set of the shape of Delicious (500 features, 983 labels), drawn from a Plackett-Luce model that is known.",
);
tierwise("data generate train.txt --test test.txt --preset delicious-1k --rows 2500 --test-rows 800 --seed 1");

step(
  "The same network trained with PL-Partition and with each of the baselines, two embedding methods, and what merely knows which labels are frequent.",
);
const methods = "--methods pl-partition,pl-lb,attrank,ranknet,ranksvm,sleec,leml,popularity";
tierwise(
  `compare train.txt --test test.txt ${methods} --hidden 128 --epochs 8 --rates 0.004 --seed 1 --report report.html`,
);

step(
  "The paper's simulation study in small: n rankings of N items, drawn from known utilities and cut into four tiers. Who finds them again?",
);
tierwise("simulate mse --plot simulation.svg");
console.log(
  "\nMean squared error, the least of the practical methods marked. PL-TopK is the oracle that knows the order inside the tiers.",
);

console.log(`\nDone in ${Math.round((performance.now() - started) / 1000)} s. Look at:`);
console.log(`  ${join(folder, "report.html")}      tables, frequent and rare labels, training curves, timing`);
console.log(`  ${join(folder, "simulation.svg")}   the study as a picture`);

function step(what: string): void {
  steps++;
  console.log(`\n${"─".repeat(80)}\n${steps}. ${what}\n`);
}
/** Runs the command, whose words have no spaces in them, and ends the demo where it fails. */
function tierwise(command: string): void {
  console.log(`$ tierwise ${command}\n`);
  const { status } = spawnSync(process.execPath, [binary, ...command.split(" ")], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
