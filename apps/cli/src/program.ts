import { readFileSync } from "node:fs";
import { Command } from "commander";
import { createGroup } from "./options/common-options.ts";

/** An entry in the list of commands. The code of a command is loaded only when the command is called. */
interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands and for the top of the command's help. */
  readonly description: string;
  /** The arguments of the command, such as `<file> [test]`. */
  readonly takes: string;
  readonly load: () => Promise<Command>;
}

/** An entry for a command that only groups subcommands. */
interface GroupEntry {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly CommandEntry[];
}

const dataCommands: readonly CommandEntry[] = [
  {
    name: "inspect",
    description: "show how a file of preferences is interpreted: its layout, columns, counts and sample observations",
    takes: "<files...>",
    load: async () => (await import("./commands/data/inspect.ts")).inspectCommand(),
  },
  {
    name: "describe",
    description: "print sizes and statistics of a dataset, as in the paper's Table 3",
    takes: "<file> [test]",
    load: async () => (await import("./commands/data/describe.ts")).describeCommand(),
  },
  {
    name: "convert",
    description: "convert multi-label data or votes to another format, or ratings to training rows",
    takes: "<in> <out>",
    load: async () => (await import("./commands/data/convert.ts")).convertCommand(),
  },
  {
    name: "generate",
    description: "generate data from a known model, and report the metrics of the true scores",
    takes: "<file>",
    load: async () => (await import("./commands/data/generate.ts")).generateCommand(),
  },
  {
    name: "split",
    description: "split multi-label data into training and test rows, at random or according to split files",
    takes: "<file>",
    load: async () => (await import("./commands/data/split.ts")).splitCommand(),
  },
];

const commands: readonly (CommandEntry | GroupEntry)[] = [
  {
    name: "train",
    description: "train a ranking model on ratings, clicks, graded documents or multi-label data",
    takes: "<data>",
    load: async () => (await import("./commands/train.ts")).trainCommand(),
  },
  {
    name: "evaluate",
    description: "measure P@k, nDCG@k, PSP@k, PSnDCG@k and recall@k of a model on labeled rows",
    takes: "<model> <data>",
    load: async () => (await import("./commands/evaluate.ts")).evaluateCommand(),
  },
  {
    name: "predict",
    description: "rank the items for every row, and print the rankings as JSON Lines or TSV",
    takes: "<model> <data>",
    load: async () => (await import("./commands/predict.ts")).predictCommand(),
  },
  {
    name: "serve",
    description: "use models or fitted rankings to answer ranking requests over HTTP",
    takes: "<model...>",
    load: async () => (await import("./commands/serve.ts")).serveCommand(),
  },
  {
    name: "export",
    description: "export a model to a single file, or to ONNX, safetensors or JSON for other software",
    takes: "<model>",
    load: async () => (await import("./commands/export.ts")).exportCommand(),
  },
  {
    name: "models",
    description: "list the models in a directory, with their data, items, settings, metrics, size and age",
    takes: "[dir]",
    load: async () => (await import("./commands/models.ts")).modelsCommand(),
  },
  {
    name: "compare",
    description: "train several methods and print their metrics in the layout of the paper's Tables 1, 2 and 4",
    takes: "<data>",
    load: async () => (await import("./commands/compare.ts")).compareCommand(),
  },
  {
    name: "sensitivity",
    description: "measure how P@5 depends on T and c of the paper's midpoint rule (Figure 4)",
    takes: "<data>",
    load: async () => (await import("./commands/sensitivity.ts")).sensitivityCommand(),
  },
  {
    name: "simulate",
    description: "run the paper's simulation study of errors (Figures 1 and 3) or of time and memory (Figure 2)",
    takes: "[study]",
    load: async () => (await import("./commands/simulate.ts")).simulateCommand(),
  },
  {
    name: "fit",
    description: "fit one ranking, with intervals and ranks, to many votes, ratings or battles",
    takes: "<files...>",
    load: async () => (await import("./commands/fit.ts")).fitCommand(),
  },
  {
    name: "ask",
    description: "propose the sets of items that are most informative to ask about next",
    takes: "[files...]",
    load: async () => (await import("./commands/ask.ts")).askCommand(),
  },
  {
    name: "break",
    description: "turn each user's preference graph into tiers (its maximal ordered partition)",
    takes: "<file>",
    load: async () => (await import("./commands/break.ts")).breakCommand(),
  },
  {
    name: "likelihood",
    description: "compute the log-likelihood of tiers under given scores, with its gradient, error and cost",
    takes: "<files...>",
    load: async () => (await import("./commands/likelihood.ts")).likelihoodCommand(),
  },
  {
    name: "sweep",
    description: "find good training settings by grid or random search, stopping the worst trials early",
    takes: "<plan>",
    load: async () => (await import("./commands/sweep.ts")).sweepCommand(),
  },
  {
    name: "worker",
    description: "run jobs from a queue in Redis, on this or any other machine",
    takes: "",
    load: async () => (await import("./commands/worker.ts")).workerCommand(),
  },
  {
    name: "jobs",
    description: "list the runs of a queue, with their progress and failures, or retry or cancel a run",
    takes: "",
    load: async () => (await import("./commands/jobs.ts")).jobsCommand(),
  },
  { name: "data", description: "inspect, describe, convert, generate and split data", commands: dataCommands },
];

const helpDescription = "print the help of a command";

/** Creates the command `tierwise` and loads the subcommand that the arguments name. If they name none, lists all without loading them. */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const program = createGroup("tierwise")
    .description(
      "Learn rankings from tiers: train, evaluate and compare models, and rank items from votes and ratings.",
    )
    .version(version(), "-V, --version", "print the version")
    .helpCommand("help [command]", helpDescription);
  await addCommands(program, commands, args.filter(isWord));
  return program;
}

/**
 * Rewrites `help data inspect` and `data help inspect` as `data inspect --help`. If the command is unknown, `--help` is left out, so that the
 * command is reported as unknown.
 */
export function withHelpOption(args: readonly string[]): readonly string[] {
  const first = args.findIndex(isWord);
  const isGroup = commands.some((entry) => "commands" in entry && entry.name === args[first]);
  const second = isGroup ? args.findIndex((arg, i) => i > first && isWord(arg)) : first;
  if (args[second] !== "help") return args;
  const rest = args.toSpliced(second, 1);
  return isKnown(rest.filter(isWord)) ? [...rest, "--help"] : rest;
}

/** Whether an argument is a word that names a command. No global option takes a value. */
function isWord(arg: string): boolean {
  return !arg.startsWith("-");
}

/** Whether the words call a command or a group, or nothing. */
function isKnown([name, below]: readonly string[]): boolean {
  if (name === undefined) return true;
  const entry = commands.find((one) => one.name === name);
  if (entry === undefined || !("commands" in entry) || below === undefined) return entry !== undefined;
  return entry.commands.some((one) => one.name === below);
}

/** The words that call each command, such as `["data", "split"]`. */
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
  const [wanted, ...below] = words;
  const called = entries.filter(({ name }) => name === wanted);
  // If a command is called, the others are not needed, not even for suggestions.
  for (const entry of called.length === 0 ? entries : called) {
    if ("commands" in entry) {
      const command = createGroup(entry.name).helpCommand("help [command]", helpDescription);
      if (entry.name === wanted) await addCommands(command, entry.commands, below);
      group.addCommand(command.description(entry.description));
    } else {
      const command = entry.name === wanted ? await entry.load() : listed(entry);
      group.addCommand(command.description(entry.description));
    }
  }
}

/** Creates a placeholder for a command that is listed but not loaded. */
function listed({ name, takes }: CommandEntry): Command {
  const command = new Command(name);
  return (takes === "" ? command : command.arguments(takes)).option("--json");
}

function version(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
