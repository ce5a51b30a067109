import { parsePreferences } from "@tierwise/data/parse";
import type { OpenedFile } from "../../files/opened-file.ts";
import { unpackedBytes } from "../../files/unpacked-bytes.ts";
import type { RankSettings } from "../state/settings.ts";
import { readingOptions } from "./reading-options.ts";

/** The preferences in a file. */
export type Votes = ReturnType<typeof parsePreferences>;

/** The memory that the votes of a file may take, in bytes. */
const mostMemory = 1_000_000_000;

/** Reads a file as `tierwise fit` does, with the flags `reading`. */
export async function readVotes(
  file: OpenedFile,
  reading: Readonly<Record<string, string>>,
  { interval, ties }: RankSettings,
): Promise<Votes> {
  const { text, gzip } = await unpackedBytes(file);
  const votes = parsePreferences(text, {
    ...readingOptions(reading),
    file: file.name,
    maxBytes: mostMemory,
    // Intervals for any model are clustered by judge, as in the command.
    ...(interval !== "information" && { keep: { judges: true } }),
    ...(ties === "drop" && { ties: "drop" }),
  });
  const tieWords = ties === "davidson" && votes.battles && { ties: "ties have a probability of their own" };
  return { ...votes, reading: { ...votes.reading, gzip, ...tieWords } };
}

/** The number of observations; that of battles includes ties. */
export function observationsOf({ battles, weights }: Votes): number {
  return (battles?.weights ?? weights).reduce((sum, weight) => sum + weight, 0);
}
