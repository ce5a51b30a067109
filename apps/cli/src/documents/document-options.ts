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
/** The name of a scorer. */
export type ScorerName = (typeof scorerNames)[number];

const group = "Lists of documents:";
const names = new Set<string>();
/** The options for click logs. */
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
  add(command, "--query-column <name>", "CSV: query column (default: query, qid, query_id or list)", String);
  add(command, "--grade-column <name>", "CSV: grade column (default: grade, relevance, label or rating)", String);
  return command;
}

/** Adds the options that set the conventions of graded metrics. */
export function addGradedOptions(command: Command): Command {
  add(
    command,
    "--gain <name>",
    "gain of grade g: exponential (2^g − 1) or linear (g) (default: exponential)",
    oneOf(["exponential", "linear"]),
  );
  add(
    command,
    "--empty-lists <how>",
    "nDCG of lists without a relevant document: skip, zero or one (default: skip)",
    oneOf(["skip", "zero", "one"]),
  );
  add(
    command,
    "--ties <how>",
    "order of documents with equal scores: index, mean (over all orders), worst or best (default: index)",
    oneOf(["index", "mean", "worst", "best"]),
  );
  add(
    command,
    "--relevant-from <grade>",
    "smallest grade that counts as relevant in P, MRR and MAP (default: 1)",
    number(0),
  );
  return command;
}

/** Adds the option to print the importance of features. */
export function addImportanceOption(command: Command): Command {
  add(command, "--importance <n>", "also print the n features that the model relies on most", integer(1));
  return command;
}

/** Adds the options of the scorers. */
export function addScorerOptions(command: Command): Command {
  add(
    command,
    "--scorer <name>",
    "document scorer: trees (boosted), network, or linear (default: trees)",
    oneOf(scorerNames),
  );
  add(command, "--layers <list>", "network: number of units in each hidden layer (default: 64,32)", list(integer(1)));
  add(
    command,
    "--attention <heads,size>",
    "network: attention over the candidates of a list, such as 2,16 (default: none)",
    list(integer(1)),
  );
  add(command, "--trees <n>", "maximum number of trees (default: 1000)", integer(1));
  add(command, "--leaves <n>", "maximum number of leaves per tree (default: 31)", integer(2));
  add(command, "--min-documents <n>", "minimum number of documents per leaf (default: 20)", integer(1));
  add(command, "--feature-share <share>", "share of features that each tree may use (default: 1)", number(0, 1));
  add(command, "--list-share <share>", "share of lists that each tree is fitted to (default: 1)", number(0, 1));
  add(command, "--ridge <x>", "ridge penalty on leaf values (default: 1)", number(0));
  return command;
}

/** Adds the option to compare several scorers. */
export function addScorersOption(command: Command): Command {
  const words = "scorers to compare, each with every loss in --methods (default: trees)";
  add(command, "--scorers <list>", words, list(oneOf(scorerNames)));
  return command;
}

/** The reader options that the flags set. */
export function documentFile({ queryColumn, gradeColumn }: DocumentFileFlags): ReadDocumentsOptions {
  return { ...(queryColumn !== undefined && { queryColumn }), ...(gradeColumn !== undefined && { gradeColumn }) };
}

/** The reader options for lists with the features of a model or of other lists: as many, and in CSV files the same names. */
export function featuresOf(
  { featureCount, featureNames }: { readonly featureCount: number; readonly featureNames?: readonly string[] },
  flags: DocumentFileFlags,
): ReadDocumentsOptions {
  return { ...documentFile(flags), featureCount, ...(featureNames && { featureNames }) };
}

/** The conventions that the flags set; `maxGrade` is the highest grade of the lists, at least 4. */
export function conventions(flags: GradedFlags, grades: Float32Array): GradedConventions {
  const { gain, emptyLists, ties, relevantFrom } = flags;
  const given = Object.entries({ gain, emptyLists, ties, relevantFrom }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), maxGrade: grades.reduce((most, grade) => Math.max(most, grade), 4) };
}

/** Throws if the command line has a flag that does not apply to documents. `applies` lists the options that do. */
export function refuseOtherFlags(path: string, command: Command, applies: readonly string[]): void {
  const known = new Set([...applies, ...names, "json", "quiet", "color", "debug", "threads", "maxMemory"]);
  refuse(command, (name) => !known.has(name), `${path} contains lists of documents`);
}

/** The same for click logs, where the flags for grades do not apply either. */
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

/** Throws if the command line has a flag for documents but the data are not documents. */
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
