import { DatasetError, parsePreferences } from "@tierwise/data/parse";
import { gunzipped } from "../../share/text-bytes.ts";
import type { VotesFile } from "../state/rank-state.ts";
import type { RankSettings } from "../state/settings.ts";
import { readingOptions } from "./reading-options.ts";

/** The preferences in a file. */
export type Votes = ReturnType<typeof parsePreferences>;

/** The largest file that the page reads, in bytes, unpacked. */
const mostBytes = 64_000_000;
/** The memory that the votes of a file may take, in bytes. */
const mostMemory = 1_000_000_000;

/** Reads a file as `tierwise fit` does, with the flags `reading`. */
export async function readVotes(
  { name, bytes }: VotesFile,
  reading: Readonly<Record<string, string>>,
  { interval, ties }: RankSettings,
): Promise<Votes> {
  if (startsWith(bytes, [0x50, 0x41, 0x52, 0x31])) {
    throw new DatasetError("is a Parquet file, which only the command reads: tierwise fit FILE", { file: name });
  }
  const gzip = startsWith(bytes, [0x1f, 0x8b]);
  const text = gzip ? await unpacked(name, bytes) : bytes;
  const votes = parsePreferences(text, {
    ...readingOptions(reading),
    file: name,
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

async function unpacked(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  try {
    return await gunzipped(bytes, mostBytes);
  } catch (error) {
    throw new DatasetError(`cannot be unpacked: ${(error as Error).message}`, { file: name });
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
