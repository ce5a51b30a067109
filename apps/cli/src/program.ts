import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { breakCommand } from "./commands/break.ts";
import { compareCommand } from "./commands/compare.ts";
import { dataCommand } from "./commands/data.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { fitCommand } from "./commands/fit.ts";
import { likelihoodCommand } from "./commands/likelihood.ts";
import { predictCommand } from "./commands/predict.ts";
import { sensitivityCommand } from "./commands/sensitivity.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { trainCommand } from "./commands/train.ts";
import { createGroup } from "./options/common-options.ts";

/** The command `tierwise` with all its commands. */
export function createProgram(): Command {
  const program = createGroup("tierwise")
    .description("Learn rankings from tiers: train, evaluate and compare ranking models, rank from votes and ratings.")
    .version(version(), "-V, --version");
  const commands = [
    trainCommand(),
    evaluateCommand(),
    predictCommand(),
    compareCommand(),
    sensitivityCommand(),
    simulateCommand(),
    fitCommand(),
    breakCommand(),
    likelihoodCommand(),
    dataCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}

function version(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
