import { open } from "node:fs/promises";
import type {
  ComparisonsDataset,
  Delimiter,
  PreferenceDataset,
  RatingsDataset,
  RatingsOptions,
} from "@tierwise/datasets-xml";
import { UsageError } from "../errors/usage-error.ts";
import type { SourceFlags, SourceFormat } from "../options/source-options.ts";

/** Preferences, and what kind of file they came from. */
export type ReadPreferences =
  | ({ readonly format: "comparisons" } & ComparisonsDataset)
  | ({ readonly format: "preflib" | "tiers" } & PreferenceDataset)
  | ({ readonly format: "ratings" } & RatingsDataset);

/** Reads preferences from a file of any kind that has them. */
export async function readPreferences(path: string, flags: SourceFlags): Promise<ReadPreferences> {
  const format = flags.format ?? (await formatOf(path));
  const { readComparisons, readPrefLib, readTiersJsonl } = await import("@tierwise/datasets-xml");
  const rest = flags.rest === undefined ? {} : { rest: flags.rest };
  switch (format) {
    case "preflib":
      return { format, ...(await readPrefLib(path, rest)) };
    case "tiers":
      return { format, ...(await readTiersJsonl(path, rest)) };
    case "comparisons": {
      const { columns } = flags;
      const where = { ...(columns === undefined ? {} : { columns }), ...delimiterOf(flags) };
      return { format, ...(await readComparisons(path, where)) };
    }
    case "ratings": {
      const { readRatings } = await import("@tierwise/datasets-xml");
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
  };
}

function delimiterOf({ delimiter }: SourceFlags): { delimiter?: Delimiter } {
  return delimiter === undefined ? {} : { delimiter: delimiter as Delimiter };
}

/** The format by the file's name; between ratings and comparisons the header decides. */
async function formatOf(path: string): Promise<SourceFormat> {
  const name = path.replace(/\.gz$/i, "").toLowerCase();
  if (/\.(soc|soi|toc|toi)$/.test(name)) return "preflib";
  if (/\.(jsonl|ndjson|json)$/.test(name)) return "tiers";
  if (/\.(csv|tsv|dat|txt|data)$/.test(name)) {
    return /\b(better|winner)\b/i.test(await firstLine(path)) ? "comparisons" : "ratings";
  }
  throw new UsageError(`${path}: the name does not tell the format; expected --format`);
}

async function firstLine(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(4096), 0, 4096, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead)).split("\n", 1)[0];
  } finally {
    await handle.close();
  }
}
