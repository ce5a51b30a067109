import type { Delimiter, PreferenceFormat, ReadPreferencesOptions } from "@tierwise/data";
import { type Command, InvalidArgumentError, Option } from "commander";
import { addReadingOptions } from "./common-options.ts";
import { integer, oneOf } from "./numbers.ts";

/** The formats that `readPreferences` reads; a constant of its own so that help loads no reader. */
const sourceFormats: readonly PreferenceFormat[] = ["tiers", "ratings", "comparisons", "preflib"];

/** How a file of preferences is read, on the command line. */
export interface SourceFlags {
  readonly format?: PreferenceFormat;
  readonly columns?: Readonly<Record<string, number | string>>;
  readonly delimiter?: Delimiter;
  readonly best?: "higher" | "lower";
  readonly minRatings?: number;
  readonly rest?: "lowest" | "unobserved";
  readonly maxMemory?: number;
}

/** Adds the options of every command that reads votes, ratings or comparisons. */
export function addSourceOptions(command: Command): Command {
  const group = "Input:";
  const add = (flags: string, description: string, parse: (text: string) => unknown): void => {
    command.addOption(new Option(flags, description).argParser(parse).helpGroup(group));
  };
  add("--format <name>", `${sourceFormats.join(", ")} (default: by the name of the file)`, oneOf(sourceFormats));
  add("--columns <list>", "where columns are, such as user=0,item=movieId,rating=2", readColumns);
  add("--delimiter <text>", "what stands between fields: , ; :: tab space", readDelimiter);
  add("--best <end>", "of ratings: higher (stars) or lower (places)", oneOf(["higher", "lower"]));
  add("--min-ratings <n>", "leave out users with fewer ratings", integer(1));
  add(
    "--rest <what>",
    "items that an observation does not name: lowest or unobserved",
    oneOf(["lowest", "unobserved"]),
  );
  return addReadingOptions(command);
}

/** The options of the readers that flags set. */
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

function readColumns(text: string): Record<string, number | string> {
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [, name, place] = /^(\w+)=(.+)$/.exec(part.trim()) ?? [];
      if (name === undefined || place === undefined) throw new InvalidArgumentError("Expected name=column,….");
      return [name, /^\d+$/.test(place) ? Number(place) : place];
    }),
  );
}

function readDelimiter(text: string): Delimiter {
  const delimiter = { tab: "\t", space: " " }[text] ?? text;
  return oneOf<Delimiter>([",", ";", "::", "\t", " "])(delimiter);
}
