import type { ReadDocumentsOptions } from "@tierwise/documents";
import type { GradedConventions } from "@tierwise/metrics";
import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { integer, list, number, oneOf } from "../options/common-options.ts";

/** The flags for files of documents. */
export interface DocumentFileFlags {
  readonly queryColumn?: string;
  readonly gradeColumn?: string;
}

/** The flags for metrics of graded lists. */
export interface GradedFlags {
  readonly gain?: "exponential" | "linear";
  readonly emptyLists?: "one" | "skip" | "zero";
  readonly ties?: "best" | "index" | "mean" | "worst";
  readonly relevantFrom?: number;
}

/** The flags that choose and configure the scorer. */
export interface ScorerFlags {
  readonly scorer?: ScorerName;
  readonly layers?: readonly number[];
  readonly attention?: readonly number[];
  readonly trees?: number;
  readonly leaves?: number;
  readonly minDocuments?: number;
  readonly featureShare?: number;
  readonly listShare?: number;
  readonly ridge?: number;
}

/** The scorers that the command line offers. */
const scorerNames = ["trees", "network", "linear"] as const;
export type ScorerName = (typeof scorerNames)[number];

const group = "Lists of documents:";
const names = new Set<string>();
/** The names of the options for click logs. */
const clickNames = new Set<string>();

function add(command: Command, flags: string, description: string, parse: (text: string) => unknown): void {
  const option = new Option(flags, description).argParser(parse).helpGroup(group);
  names.add(option.attributeName());
  command.addOption(option);
}

/** Adds an option for click logs. */
export function addClickOption(command: Command, flags: string, description: string, parse: (text: string) => unknown) {
  const option = new Option(flags, description).argParser(parse).helpGroup("Clicks on documents:");
  clickNames.add(option.attributeName());
  command.addOption(option);
}

/** Adds the options for files of documents. */
export function addDocumentFileOptions(command: Command): Command {
  add(
    command,
    "--query-column <name>",
    "in CSV files: read queries from this column (default: query, qid, query_id or list)",
    String,
  );
  add(
    command,
    "--grade-column <name>",
    "in CSV files: read grades from this column (default: grade, relevance, label or rating)",
    String,
  );
  return command;
}

/** Adds the options that set the conventions of graded metrics. */
export function addGradedOptions(command: Command): Command {
  add(
    command,
    "--gain <name>",
    "in nDCG, give a document of grade g the gain 2^g−1 (exponential) or g (linear) (default: exponential)",
    oneOf(["exponential", "linear"]),
  );
  add(
    command,
    "--empty-lists <how>",
    "skip lists without a relevant document (skip), or set their nDCG to 0 (zero) or 1 (one) (default: skip)",
    oneOf(["skip", "zero", "one"]),
  );
  add(
    command,
    "--ties <how>",
    "in metrics, order documents with equal scores by index (index), worst first (worst) or best first (best), or average over all orders (mean) (default: index)",
    oneOf(["index", "mean", "worst", "best"]),
  );
  add(
    command,
    "--relevant-from <grade>",
    "count documents with at least this grade as relevant in P, MRR and MAP (default: 1)",
    number(0),
  );
  return command;
}

/** Adds the option to print the importance of features. */
export function addImportanceOption(command: Command): Command {
  add(
    command,
    "--importance <n>",
    "also print up to this many features, those on which the model relies most",
    integer(1),
  );
  return command;
}

export function addScorerOptions(command: Command): Command {
  add(
    command,
    "--scorer <name>",
    "score documents with boosted trees (trees), a network (network) or a linear function (linear) (default: trees)",
    oneOf(scorerNames),
  );
  add(
    command,
    "--layers <list>",
    "with --scorer network: use hidden layers with these numbers of units (default: 64,32)",
    list(integer(1)),
  );
  add(
    command,
    "--attention <heads,size>",
    "with --scorer network: let the documents of a list attend to each other; the values are the number of heads and the size of each head, such as 2,16 (default: no attention)",
    list(integer(1)),
  );
  add(command, "--trees <n>", "with --scorer trees: train at most this many trees (default: 1000)", integer(1));
  add(
    command,
    "--leaves <n>",
    "with --scorer trees: give each tree at most this many leaves (default: 31)",
    integer(2),
  );
  add(
    command,
    "--min-documents <n>",
    "with --scorer trees: put at least this many documents into each leaf (default: 20)",
    integer(1),
  );
  add(
    command,
    "--feature-share <share>",
    "with --scorer trees: let each tree use this share of the features (default: 1)",
    number(0, 1),
  );
  add(
    command,
    "--list-share <share>",
    "with --scorer trees: fit each tree to this share of the lists (default: 1)",
    number(0, 1),
  );
  add(
    command,
    "--ridge <x>",
    "with --scorer trees: put a ridge penalty of this weight on leaf values (default: 1)",
    number(0),
  );
  return command;
}

/** Adds the option to compare several scorers. */
export function addScorersOption(command: Command): Command {
  const words = "compare these scorers, each with every loss in --methods (default: trees)";
  add(command, "--scorers <list>", words, list(oneOf(scorerNames)));
  return command;
}

/** The options for reading lists that the flags set. */
export function documentFile({ queryColumn, gradeColumn }: DocumentFileFlags): ReadDocumentsOptions {
  return { ...(queryColumn !== undefined && { queryColumn }), ...(gradeColumn !== undefined && { gradeColumn }) };
}

/** The reader options for lists whose features must match a model or other lists: in number and, in CSV files, by name. */
export function featuresOf(
  { featureCount, featureNames }: { readonly featureCount: number; readonly featureNames?: readonly string[] },
  flags: DocumentFileFlags,
): ReadDocumentsOptions {
  return { ...documentFile(flags), featureCount, ...(featureNames && { featureNames }) };
}

/** The conventions of the metrics that the flags set, with `maxGrade`, the highest grade of the lists but at least 4. */
export function conventions(flags: GradedFlags, grades: Float32Array): GradedConventions {
  const { gain, emptyLists, ties, relevantFrom } = flags;
  const given = Object.entries({ gain, emptyLists, ties, relevantFrom }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), maxGrade: grades.reduce((most, grade) => Math.max(most, grade), 4) };
}

/** Throws if the command line has a flag that does not apply to documents. `applies` lists the options that do apply. */
export function refuseOtherFlags(path: string, command: Command, applies: readonly string[]): void {
  const known = new Set([...applies, ...names, "json", "quiet", "color", "debug", "threads", "maxMemory"]);
  refuse(command, (name) => !known.has(name), `${path} contains lists of documents`);
}

/** Throws if the command line has a flag that does not apply to click logs, such as a flag for grades. */
export function refuseOtherClickFlags(path: string, command: Command, applies: readonly string[]): void {
  const known = new Set([
    ...applies,
    ...names,
    ...clickNames,
    "json",
    "quiet",
    "color",
    "debug",
    "threads",
    "maxMemory",
  ]);
  for (const name of ["gradeColumn", "gain", "emptyLists", "ties", "relevantFrom", "importance"]) known.delete(name);
  refuse(command, (name) => !known.has(name), `${path} contains clicks`);
}

/** Throws if the command line has a flag for documents but the data are of a different kind. */
export function refuseDocumentFlags(path: string, command: Command): void {
  refuse(command, (name) => names.has(name) || clickNames.has(name), `${path} does not contain lists of documents`);
}

function refuse(command: Command, isRefused: (name: string) => boolean, reason: string): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (isRefused(name) && command.getOptionValueSource(name) === "cli") {
      throw new UsageError(`${option.long} does not apply: ${reason}; omit it`);
    }
  }
}
