import { readPreferencesBlob } from "@tierwise/data/parse";
import { parquetOptions } from "../../files/file-start.ts";
import { mostMemory, type OpenedFile } from "../../files/opened-file.ts";
import type { RankSettings } from "../state/settings.ts";
import { readingOptions } from "./reading-options.ts";

/** The preferences read from a file. */
export type Votes = Awaited<ReturnType<typeof readPreferencesBlob>>;

/** Reads a file as `tierwise fit` does with the flags in `reading`. */
export async function readVotes(
  file: OpenedFile,
  reading: Readonly<Record<string, string>>,
  { interval, ties }: RankSettings,
): Promise<Votes> {
  const votes = await readPreferencesBlob(file.content, {
    ...readingOptions(reading),
    ...(await parquetOptions(file.content)),
    file: file.name,
    maxBytes: mostMemory,
    // Sandwich and bootstrap intervals are clustered by judge, as in the command.
    ...(interval !== "information" && { keep: { judges: true } }),
    ...(ties === "drop" && { ties: "drop" }),
  });
  const tieWords = ties === "davidson" && votes.battles && { ties: "ties are a separate outcome" };
  return { ...votes, reading: { ...votes.reading, ...tieWords } };
}

/** The number of observations, which include ties for battles. */
export function observationsOf({ battles, weights }: Votes): number {
  return (battles?.weights ?? weights).reduce((sum, weight) => sum + weight, 0);
}
