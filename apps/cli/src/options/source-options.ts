import type { Delimiter, PreferenceFormat, ReadPreferencesOptions } from "@tierwise/data";
import { type Command, InvalidArgumentError, Option } from "commander";
import { addReadingOptions } from "./common-options.ts";
import { integer, oneOf } from "./numbers.ts";

/** The formats that `readPreferences` reads; repeated here so that help does not load the readers. */
const sourceFormats: readonly PreferenceFormat[] = ["tiers", "ratings", "comparisons", "preflib"];

/** The flags that determine how a file of preferences is read. */
export interface SourceFlags {
  readonly format?: PreferenceFormat;
  readonly columns?: Readonly<Record<string, number | string>>;
  readonly delimiter?: Delimiter;
  readonly best?: "higher" | "lower";
  readonly minRatings?: number;
  readonly rest?: "lowest" | "unobserved";
  readonly maxMemory?: number;
}

/** Adds the options of every command that reads votes, ratings or comparisons. `fewest` is the default of `--min-ratings`. */
export function addSourceOptions(command: Command, fewest = "1"): Command {
  const group = "Input:";
  const add = (flags: string, description: string, parse: (text: string) => unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).helpGroup(group));
  };
  add("--format <name>", `file format: ${sourceFormats.join(", ")} (default: inferred)`, oneOf(sourceFormats));
  add(
    "--columns <list>",
    "columns by number from 0 or by name, such as user=0,item=movieId,rating=2 (default: the format's)",
    readColumns,
  );
  add("--delimiter <text>", "field separator: , ; :: tab space (default: inferred)", readDelimiter);
  add(
    "--best <end>",
    "ratings: whether higher (stars) or lower (places) is better (default: higher)",
    oneOf(["higher", "lower"]),
  );
  add("--min-ratings <n>", `ratings: skip users with fewer than <n> ratings (default: ${fewest})`, integer(1));
  add(
    "--rest <what>",
    "items that an observation does not mention: lowest or unobserved (default: lowest for tiers, otherwise unobserved)",
    oneOf(["lowest", "unobserved"]),
  );
  return addReadingOptions(command);
}

/** The reader options that the flags set. */
export function readingOptions({ best, maxMemory, ...flags }: SourceFlags): ReadPreferencesOptions {
  const { format, columns, delimiter, minRatings, rest } = flags;
  return {
    ...(format === undefined ? {} : { format }),
    ...(columns === undefined ? {} : { columns }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(best === undefined ? {} : { better: best }),
    ...(minRatings === undefined ? {} : { minRatings }),
    ...(rest === undefined ? {} : { rest }),
    ...(maxMemory === undefined ? {} : { maxBytes: maxMemory }),
  };
}

export function readColumns(text: string): Record<string, number | string> {
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [, name, place] = /^(\w+)=(.+)$/.exec(part.trim()) ?? [];
      if (name === undefined || place === undefined) throw new InvalidArgumentError("Expected name=column,….");
      return [name, /^\d+$/.test(place) ? Number(place) : place];
    }),
  );
}

export function readDelimiter(text: string): Delimiter {
  const delimiter = { tab: "\t", space: " " }[text] ?? text;
  return oneOf<Delimiter>([",", ";", "::", "\t", " "])(delimiter);
}
