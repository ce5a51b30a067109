import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { flagOf, integer, number, oneOf } from "./common-options.ts";
import { addSourceOptions, type SourceFlags } from "./source-options.ts";

/** The flags that determine how ratings are converted to rows. */
export interface RecommenderFlags extends SourceFlags {
  readonly liked?: number;
  readonly hide: number;
  readonly rowsPerUser: number;
  readonly testUsers: number;
  readonly time?: string;
}

/** The flags that determine how a file of ratings is read for an existing model. */
export type RatingsFileFlags = Pick<
  SourceFlags,
  "columns" | "delimiter" | "duplicates" | "encoding" | "maxMemory" | "missing"
>;

/** The flag for items that a row has already seen. */
export interface SeenFlags {
  readonly seen?: "exclude" | "include";
}

/** The defaults of {@link addRecommenderOptions}. */
interface RecommenderDefaults {
  readonly testUsers: number;
  /** The default of `--min-ratings`, in words. */
  readonly minRatings?: string;
  /** The options of {@link addSourceOptions} to leave out. Default: those that do not apply to ratings. */
  readonly except?: readonly string[];
}

const group = "Ratings:";
const notForRatings = ["--winner", "--rest"];

/** Adds the options of every command that converts ratings to training rows. */
export function addRecommenderOptions(
  command: Command,
  { testUsers, minRatings = "2", except = notForRatings }: RecommenderDefaults,
): Command {
  const words = "count this rating and better ones as liked (default: 4 on scales of up to five stars, 1 for clicks)";
  command.addOption(new Option("--liked <rating>", words).argParser(number(-1e9)).helpGroup(group));
  addHidingOptions(command, 0.3);
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback: unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).default(fallback).helpGroup(group));
  };
  add(
    "--rows-per-user <n>",
    "make this many rows per training user, each with different ratings hidden",
    integer(1),
    4,
  );
  add("--test-users <share>", "hold out this share of the users for testing", number(0, 1), testUsers);
  return addSourceOptions(command, minRatings, except);
}

/** Adds the options that choose which ratings of a user are hidden. */
export function addHidingOptions(command: Command, share?: number): Command {
  const fallback = share === undefined ? " (default: as in training)" : "";
  const hide = new Option("--hide <share>", `hide and predict this share of each user's ratings${fallback}`);
  command.addOption(hide.argParser(number(0, 1)).default(share).helpGroup(group));
  const usual = share === undefined ? "as in training" : "hide random ratings";
  const words = `hide each user's latest ratings, as ordered by this column (default: ${usual})`;
  return command.addOption(new Option("--time <column>", words).helpGroup(group));
}

/** Adds the options that determine how a file of ratings is read for an existing model. */
export function addRatingsFileOptions(command: Command): Command {
  return addSourceOptions(command, "1", [...notForRatings, "--format", "--best", "--min-ratings"]);
}

/** Adds the option for items that a row has already seen. */
export function addSeenOption(command: Command): Command {
  const words =
    "in rankings and metrics, exclude the items that a row's features refer to, such as items already rated (exclude), or rank them too (include) (default: exclude if the model stores these references)";
  return command.addOption(
    new Option("--seen <what>", words).argParser(oneOf(["exclude", "include"])).helpGroup("Ranking:"),
  );
}

/** Throws if the command line has a flag for ratings but the data are not ratings. */
export function refuseRatingsFlags(path: string, command: Command): void {
  const names = ["liked", "hide", "rowsPerUser", "testUsers", "time", "users"];
  const typed = names.filter((name) => command.getOptionValueSource(name) === "cli");
  if (typed.length === 0) return;
  throw new UsageError(`${typed.map(flagOf).join(", ")}: expected ratings, but ${path} contains multi-label data`);
}

/** A column given on the command line by number or by name. */
export function columnOf(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
