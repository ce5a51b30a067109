import { readFileSync } from "node:fs";
import { Command } from "commander";
import { createGroup } from "./options/common-options.ts";

/** A command as the list of commands shows it; what it does is loaded where it is called. */
interface CommandEntry {
  readonly name: string;
  /** One line for the list, and the first of its own help. */
  readonly description: string;
  /** Its arguments, as in `<file> [test]`. */
  readonly takes: string;
  readonly load: () => Promise<Command>;
}

/** A command that only has commands below it. */
interface GroupEntry {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly CommandEntry[];
}

const dataCommands: readonly CommandEntry[] = [
  {
    name: "describe",
    description: "sizes and statistics of data, as in the paper's Table 3",
    takes: "<file> [test]",
    load: async () => (await import("./commands/data/describe.ts")).describeCommand(),
  },
  {
    name: "convert",
    description: "one format into another: multi-label data, tiers, or ratings into rows to train on",
    takes: "<in> <out>",
    load: async () => (await import("./commands/data/convert.ts")).convertCommand(),
  },
  {
    name: "generate",
    description: "data drawn from a known model, and how well its true scores rank",
    takes: "<file>",
    load: async () => (await import("./commands/data/generate.ts")).generateCommand(),
  },
  {
    name: "split",
    description: "divide the rows of multi-label data in two, at random or by the repository's split files",
    takes: "<file>",
    load: async () => (await import("./commands/data/split.ts")).splitCommand(),
  },
];

const commands: readonly (CommandEntry | GroupEntry)[] = [
  {
    name: "train",
    description: "train a ranking model on multi-label data and save it to a directory",
    takes: "<data>",
    load: async () => (await import("./commands/train.ts")).trainCommand(),
  },
  {
    name: "evaluate",
    description: "measure a model on data: P@k, nDCG@k, PSP@k, PSnDCG@k, recall@k",
    takes: "<model> <data>",
    load: async () => (await import("./commands/evaluate.ts")).evaluateCommand(),
  },
  {
    name: "predict",
    description: "rank the items for every row: JSON Lines or TSV, as they come",
    takes: "<model> <data>",
    load: async () => (await import("./commands/predict.ts")).predictCommand(),
  },
  {
    name: "compare",
    description: "train with every method and print the layout of the paper's Tables 1, 2 and 4, best in bold",
    takes: "<data>",
    load: async () => (await import("./commands/compare.ts")).compareCommand(),
  },
  {
    name: "sensitivity",
    description: "the study of Figure 4: P@5 against T and c of the paper's midpoint rule",
    takes: "<data>",
    load: async () => (await import("./commands/sensitivity.ts")).sensitivityCommand(),
  },
  {
    name: "simulate",
    description: "the paper's simulation study: errors (Figures 1 and 3) or time and memory (Figure 2)",
    takes: "[study]",
    load: async () => (await import("./commands/simulate.ts")).simulateCommand(),
  },
  {
    name: "fit",
    description: "one ranking from many votes, ratings or comparisons: utilities with 95 % intervals",
    takes: "<file>",
    load: async () => (await import("./commands/fit.ts")).fitCommand(),
  },
  {
    name: "break",
    description: "the tiers that a graph of preferences implies: its maximal ordered partition, a user at a time",
    takes: "<file>",
    load: async () => (await import("./commands/break.ts")).breakCommand(),
  },
  {
    name: "likelihood",
    description: "the log-likelihood of tiers under given scores, its gradient, the rule's error and cost",
    takes: "<file>",
    load: async () => (await import("./commands/likelihood.ts")).likelihoodCommand(),
  },
  { name: "data", description: "look at, convert, generate and split data", commands: dataCommands },
];

/**
 * The command `tierwise` as these arguments call it: only the command that they name is loaded, of the others there is what the list
 * of commands shows.
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = createGroup("tierwise")
    .description("Learn rankings from tiers: train, evaluate and compare ranking models, rank from votes and ratings.")
    .version(version(), "-V, --version");
  // No option before a command takes a value.
  const words = args.filter((arg) => !arg.startsWith("-"));
  await addCommands(program, commands, words);
  return program;
}

/** The words that call each command, such as `data split`. */
export function commandNames(): string[][] {
  return commands.flatMap((entry) =>
    "commands" in entry ? entry.commands.map(({ name }) => [entry.name, name]) : [[entry.name]],
  );
}

async function addCommands(
  group: Command,
  entries: readonly (CommandEntry | GroupEntry)[],
  words: readonly string[],
): Promise<void> {
  const [wanted, ...below] = words[0] === "help" ? words.slice(1) : words;
  for (const entry of entries) {
    if ("commands" in entry) {
      const command = createGroup(entry.name);
      if (entry.name === wanted) await addCommands(command, entry.commands, below);
      group.addCommand(command.description(entry.description));
    } else {
      const command = entry.name === wanted ? await entry.load() : listed(entry);
      group.addCommand(command.description(entry.description));
    }
  }
}

/** A command of which only the list of commands is shown. */
function listed({ name, takes }: CommandEntry): Command {
  return new Command(name).arguments(takes).option("--json");
}

function version(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
