import type {
  ComparisonsDataset,
  Delimiter,
  MemoryOptions,
  PreferenceDataset,
  RatingsDataset,
  RatingsOptions,
} from "@tierwise/data";
import { UsageError } from "../errors/usage-error.ts";
import type { SourceFlags, SourceFormat } from "../options/source-options.ts";

/** Preferences, and what kind of file they came from. */
export type ReadPreferences =
  | ({ readonly format: "comparisons" } & ComparisonsDataset)
  | ({ readonly format: "preflib" | "tiers" } & PreferenceDataset)
  | ({ readonly format: "ratings" } & RatingsDataset);

/** Reads preferences from a file of any kind that has them. */
export async function readPreferences(path: string, flags: SourceFlags): Promise<ReadPreferences> {
  const format = flags.format ?? (await formatOf(path, flags));
  const { readComparisons, readPrefLib, readTiersJsonl } = await import("@tierwise/data");
  const rest = { ...memoryOf(flags), ...(flags.rest === undefined ? {} : { rest: flags.rest }) };
  switch (format) {
    case "preflib":
      return { format, ...(await readPrefLib(path, rest)) };
    case "tiers":
      return { format, ...(await readTiersJsonl(path, rest)) };
    case "comparisons": {
      const { columns } = flags;
      const where = { ...(columns === undefined ? {} : { columns }), ...delimiterOf(flags), ...memoryOf(flags) };
      return { format, ...(await readComparisons(path, where)) };
    }
    case "ratings": {
      const { readRatings } = await import("@tierwise/data");
      return { format, ...(await readRatings(path, ratingsOptions(flags))) };
    }
  }
}

/** The options of `readRatings` that flags set. */
export function ratingsOptions(flags: SourceFlags): RatingsOptions {
  const { columns, best, minRatings, rest } = flags;
  return {
    ...(columns === undefined ? {} : { columns }),
    ...(best === undefined ? {} : { better: best }),
    ...(minRatings === undefined ? {} : { minRatings }),
    ...(rest === undefined ? {} : { rest }),
    ...delimiterOf(flags),
    ...memoryOf(flags),
  };
}

/** The limit of memory that flags set, as an option of the readers. */
export function memoryOf({ maxMemory }: SourceFlags): MemoryOptions {
  return maxMemory === undefined ? {} : { maxBytes: maxMemory };
}

function delimiterOf({ delimiter }: SourceFlags): { delimiter?: Delimiter } {
  return delimiter === undefined ? {} : { delimiter: delimiter as Delimiter };
}

/** The format by the file's name, packed or not; between ratings and comparisons the header decides. */
async function formatOf(path: string, flags: SourceFlags): Promise<SourceFormat> {
  const name = path.replace(/\.gz$/i, "").toLowerCase();
  if (/\.(soc|soi|toc|toi)$/.test(name)) return "preflib";
  if (/\.(jsonl|ndjson|json)$/.test(name)) return "tiers";
  if (/\.(csv|tsv|dat|txt|data)$/.test(name)) return (await hasComparisons(path, flags)) ? "comparisons" : "ratings";
  throw new UsageError(`${path}: the name does not tell the format; expected --format`);
}

/** Whether the first line of text, unpacked where the file is packed, is a header of comparisons. */
async function hasComparisons(path: string, flags: SourceFlags): Promise<boolean> {
  const { isComparisonsHeader, readLines } = await import("@tierwise/data");
  const { delimiter } = delimiterOf(flags);
  let found = false;
  await readLines(
    path,
    (text) => {
      found = isComparisonsHeader(text, delimiter);
      return text.trim() === "";
    },
    memoryOf(flags),
  );
  return found;
}
