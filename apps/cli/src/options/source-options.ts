import type { ReadPreferencesOptions } from "@tierwise/data";
import { type Command, Option } from "commander";
import { readColumns } from "./columns-flag.ts";
import { addReadingOptions, integer, oneOf } from "./common-options.ts";
import { twoColumns } from "./help-text.ts";

type Format = NonNullable<ReadPreferencesOptions["format"]>;
type Delimiter = NonNullable<ReadPreferencesOptions["delimiter"]>;
type Encoding = NonNullable<ReadPreferencesOptions["encoding"]>;
type Winner = NonNullable<ReadPreferencesOptions["winner"]>;

/** The file layouts with their columns, repeated here so that `--help` does not load the readers. */
const sourceLayouts: Readonly<Partial<Record<Format, string>>> = {
  battles: "two sides (model_a, model_b; home, away; …) and winner, scores or wins; or winner, loser",
  choices: "best, worst, shown; or several items and winner",
  ratings: "user, item, rating",
  places: "race or other event, item, place (lowest is best; DNF, DNS and DSQ form the lowest tier)",
  impressions: "user or session, item, clicked",
  clicks: "user, item",
  ballots: "choice1, choice2, … per ballot",
  orders: "lines a > b = c, or a column ranking",
  "tier-list": "lines S: a, b",
  table: "a column or a row per voter, with ratings or places",
  tiers: 'JSON Lines {"tiers": [["a", "b"], ["c"]]}',
  preflib: ".soc, .soi, .toc, .toi",
  letor: "graded documents: grade qid:1 1:0.5 …",
};

const formats = [...Object.keys(sourceLayouts), "comparisons"] as Format[];
const encodings: readonly Encoding[] = ["utf-8", "utf-16le", "utf-16be", "windows-1252"];
const winners: readonly Winner[] = ["item", "side", "score", "sign", "number", "index", "result"];

/** The flags that determine how a file of preferences is read. */
export interface SourceFlags {
  readonly format?: Format;
  readonly columns?: Readonly<Record<string, number | string>>;
  readonly delimiter?: Delimiter;
  readonly encoding?: Encoding;
  readonly best?: "higher" | "lower";
  readonly winner?: Winner;
  readonly missing?: "skip" | "error";
  readonly duplicates?: "last" | "first" | "mean" | "error";
  readonly minRatings?: number;
  readonly rest?: "lowest" | "unobserved";
  readonly maxMemory?: number;
}

/**
 * Adds the options of every command that reads votes, ratings or battles. `fewest` is the default of `--min-ratings`; `except` lists flags
 * that the command does not need, or uses for something else.
 */
export function addSourceOptions(command: Command, fewest = "1", except: readonly string[] = []): Command {
  const group = "Input:";
  const battles = except.includes("--winner") ? "" : " or a=0,b=1,winner=2";
  const add = <T>(flags: string, description: string, parse: (text: string, before?: T) => T): void => {
    if (except.some((flag) => flags.startsWith(`${flag} `))) return;
    command.addOption(new Option(flags, description).argParser(parse).helpGroup(group));
  };
  add(
    "--format <name>",
    `read files in this layout: ${Object.keys(sourceLayouts).join(", ")} (default: detected)`,
    oneOf(formats),
  );
  add(
    "--columns <list>",
    `use these columns, by name or zero-based number, such as user=userId,item="Title, year",rating=2${battles} (default: inferred from the column names)`,
    readColumns,
  );
  add(
    "--delimiter <text>",
    "split lines into fields at this delimiter: , ; :: | tab or space (default: detected)",
    readDelimiter,
  );
  add("--encoding <name>", `decode text as ${encodings.join(", ")} or latin1 (default: detected)`, readEncoding);
  add(
    "--best <end>",
    "treat higher values, such as stars, as better (higher), or lower values, such as places (lower) (default: inferred from the column name)",
    oneOf(["higher", "lower"]),
  );
  add(
    "--winner <what>",
    "interpret the winner of a battle as a name (item), a side such as left (side), a score of 1, 0.5 or 0 (score), a sign of 1, 0 or -1 (sign), the number 1 or 2 (number), the index 0 or 1 (index), or a result such as 2-1 (result) (default: detected)",
    oneOf(winners),
  );
  add(
    "--missing <what>",
    "skip rows that lack a value (skip), or report an error (error) (default: error)",
    oneOf(["skip", "error"]),
  );
  add(
    "--duplicates <which>",
    "if a user gave an item several different ratings, use the last one (last), the first one (first) or their mean (mean), or report an error (error) (default: error)",
    oneOf(["last", "first", "mean", "error"]),
  );
  add("--min-ratings <n>", `with ratings: skip users with fewer than <n> ratings (default: ${fewest})`, integer(1));
  add(
    "--rest <what>",
    "put unmentioned items in the lowest tier (lowest), or treat them as unobserved (unobserved) (default: lowest for tiers, clicks and ballots, otherwise unobserved)",
    oneOf(["lowest", "unobserved"]),
  );
  return addReadingOptions(command);
}

/** Lists the columns of each layout at the end of the help. */
export function layoutsHelp({ command }: { readonly command: Command }): string {
  const columns = twoColumns(Object.entries(sourceLayouts), command);
  return `\nLayouts and their columns:\n${columns}\n\n\`tierwise data inspect FILE\` shows how a file is interpreted.`;
}

/** The options for reading preferences that the flags set. */
export function readingOptions({ best, maxMemory, ...flags }: SourceFlags): ReadPreferencesOptions {
  const { format, columns, delimiter, encoding, winner, missing, duplicates, minRatings, rest } = flags;
  const given = { format, columns, delimiter, encoding, winner, missing, duplicates, minRatings, rest };
  const set = Object.entries({ ...given, better: best, maxBytes: maxMemory }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(set);
}

function readDelimiter(text: string): Delimiter {
  const delimiter = { tab: "\t", space: " " }[text] ?? text;
  return oneOf<Delimiter>([",", ";", "::", "|", "\t", " "])(delimiter);
}

function readEncoding(text: string): Encoding {
  const aliases: Readonly<Record<string, Encoding>> = {
    latin1: "windows-1252",
    "latin-1": "windows-1252",
    "iso-8859-1": "windows-1252",
    utf8: "utf-8",
    "utf-16": "utf-16le",
  };
  return oneOf(encodings)(aliases[text.toLowerCase()] ?? text.toLowerCase());
}
