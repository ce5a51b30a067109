import type { ReadPreferencesOptions } from "./read-options.ts";
import { readSession } from "./read-preferences.ts";
import type { Reading } from "./reading.ts";

/**
 * Reads a file and describes how it was interpreted: its layout, container and encoding, the role of each column, which end of a scale is
 * best, and how missing items and ties are treated. The description also contains the numbers of rows, items, observations, duplicates and
 * skipped rows, and three observations in words.
 *
 * @param path - The file, several files of the same layout, or `-` for standard input.
 * @param options - Settings that the file itself does not specify, as in {@link readPreferences}.
 * @returns A JSON-compatible object.
 * @throws DatasetError as {@link readPreferences} does.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { inspectFile } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "races.csv");
 * writeFileSync(path, "race,driver,position\n1,ann,1\n1,bob,2\n1,cy,DNF\n2,bob,1\n2,ann,2\n");
 * const { format, best, columns, samples } = await inspectFile(path);
 * console.log(format, best, JSON.stringify(columns)); // places lower {"user":"race","item":"driver","place":"position"}
 * console.log(samples[1]); // 2: {bob} above {ann}; 1 other item did not take part
 * ```
 */
export async function inspectFile(
  path: string | readonly string[],
  options: ReadPreferencesOptions = {},
): Promise<Reading> {
  return (await readSession(path, options, { inspects: true })).reading;
}
