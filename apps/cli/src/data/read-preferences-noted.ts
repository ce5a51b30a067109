import type { ReadPreferencesOptions, ReadPreferencesResult } from "@tierwise/data";
import { readingOptions, type SourceFlags } from "../options/source-options.ts";
import type { Session } from "../terminal/session.ts";
import { filesName, readingLine } from "./reading-line.ts";

interface NotedOptions extends Pick<ReadPreferencesOptions, "file" | "itemNames" | "keep" | "ties"> {
  /** A phrase that says how ties are counted, for the printed line. */
  readonly tieWords?: string;
}

/** Reads preferences and prints in one line how the files were interpreted. */
export async function readPreferencesNoted(
  paths: readonly string[],
  flags: SourceFlags,
  session: Session,
  { tieWords, ...options }: NotedOptions = {},
): Promise<ReadPreferencesResult> {
  const { readPreferences } = await import("@tierwise/data");
  const dataset = await readPreferences(paths, { ...readingOptions(flags), ...options });
  const reading = { ...dataset.reading, ...(tieWords !== undefined && dataset.battles && { ties: tieWords }) };
  session.note(readingLine(options.file ?? filesName(paths), reading));
  return { ...dataset, reading };
}
