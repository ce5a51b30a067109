// `npm run release:rehearse`: publishes all packages to a registry on this machine, then installs and uses them as new users would. Prints
// failures and a table of sizes. Nothing leaves the machine. With `-- --serve`, it keeps the registry running instead, so that the packages
// can be tried by hand.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentProblems } from "./content-problems.ts";
import { startRegistry } from "./local-registry.ts";
import { publishCopy } from "./publish-copy.ts";
import type { PublishedPackage } from "./published-packages.ts";
import { CommandError } from "./run.ts";
import { measure, overBudget, readBudgets, type Sizes } from "./sizes.ts";
import { runFirstExample, strangersFolder } from "./stranger.ts";
import { openVitePage, requirePackages, runCommand } from "./strangers-checks.ts";

const scratch = mkdtempSync(join(tmpdir(), "tierwise-rehearsal-"));
const budgets = readBudgets();
const problems: string[] = [];
const table: Record<string, Sizes & { readonly seconds: number }> = {};

console.log("starting a registry on this machine");
const registry = await startRegistry(scratch);
try {
  console.log("versioning and publishing a copy of the tree");
  const packages = publishCopy(scratch, registry);
  console.log(`published ${packages.length} packages, version ${packages[0].version}`);
  if (process.argv.includes("--serve")) await untilInterrupted();
  else await checkAll(packages);
} finally {
  registry.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function checkAll(packages: readonly PublishedPackage[]): Promise<void> {
  for (const one of packages) await step(one.name, () => usePackage(one));
  await step("npx @tierwise/cli fit votes.csv", () => runCommand(scratch, registry));
  await step("require in CommonJS", () => requirePackages(scratch, registry));
  await step("page built with Vite", () => openVitePage(scratch, registry));
  console.table(table);
  for (const problem of problems) console.log(`FAILED ${problem}`);
  console.log(problems.length === 0 ? "the release is ready" : `${problems.length} problems found`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function untilInterrupted(): Promise<void> {
  const { npm_config_userconfig: file } = registry.env;
  console.log(`to install from this registry: export npm_config_userconfig=${file}\nCtrl-C stops it`);
  // The timer keeps the process alive.
  const timer = setInterval(() => {}, 60_000);
  return new Promise<void>((resolve) => process.once("SIGINT", () => resolve())).then(() => clearInterval(timer));
}

/** Runs a step and records its problem, if any. */
async function step(name: string, check: () => Promise<string | undefined> | string | undefined): Promise<void> {
  const start = performance.now();
  const problem = await attempt(check);
  if (problem !== undefined) problems.push(`${name}: ${problem}`);
  console.log(`${problem === undefined ? "ok    " : "FAILED"} ${name}, ${seconds(start)} s`);
}

async function attempt(check: () => Promise<string | undefined> | string | undefined): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/** Installs a single package, runs the first example in its README, and checks its contents and sizes. */
async function usePackage(one: PublishedPackage): Promise<string | undefined> {
  const start = performance.now();
  const { name } = one;
  const budget = budgets[name];
  if (budget === undefined) return "tools/release/budget.json has no entry; expected maximum sizes in kB";
  const folder = strangersFolder(scratch, registry, name, [name]);
  const sizes = await measure(folder, one, registry, budget);
  table[name] = { ...sizes, seconds: Number(seconds(start)) };
  const found = [...contentProblems(join(folder.path, "node_modules", name)), ...overBudget(name, sizes, budget)];
  const example = runFirstExample(folder, name);
  if (example !== undefined) found.push(`the first example of its README ${example}`);
  return found.length === 0 ? undefined : found.join("\n  ");
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
