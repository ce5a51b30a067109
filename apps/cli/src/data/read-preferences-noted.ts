import type { ReadPreferencesResult } from "@tierwise/data";
import { readingOptions, type SourceFlags } from "../options/source-options.ts";
import type { Session } from "../terminal/session.ts";
import { filesName, readingLine } from "./reading-line.ts";

/** Reads preferences and prints in one line how the files were interpreted. */
export async function readPreferencesNoted(
  paths: readonly string[],
  flags: SourceFlags,
  session: Session,
): Promise<ReadPreferencesResult> {
  const { readPreferences } = await import("@tierwise/data");
  const dataset = await readPreferences(paths, readingOptions(flags));
  session.note(readingLine(filesName(paths), dataset.reading));
  return dataset;
}
