import type { PreferenceDataset } from "./preference-dataset.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { Reading } from "./reading.ts";
import { createReadingSession } from "./reading-session.ts";

/** Preferences, and how their file was interpreted. */
export interface ReadPreferencesResult extends PreferenceDataset {
  /** How the text was interpreted, and how many rows, items and observations there are. */
  readonly reading: Reading;
}

/**
 * Parses preferences over named items from text in any layout that {@link readPreferences} reads, except Parquet. Runs without Node.
 *
 * @param text - The text, or its bytes in any of the supported encodings.
 * @param options - Settings that the text itself does not specify.
 * @returns Item names, preferences and weights, and how the text was interpreted.
 * @throws DatasetError if the text is invalid or ambiguous.
 *
 * @example
 * ```ts
 * import { parsePreferences } from "@tierwise/data";
 *
 * const { itemNames, preferences, weights, reading } = parsePreferences("model_a,model_b,winner\nx,y,model_a\ny,x,model_b\nx,y,tie\n");
 * console.log(itemNames, reading.format, reading.tied); // [ 'x', 'y' ] battles 1
 * console.log(preferences[0].tiers, weights); // [ Int32Array(1) [ 0 ], Int32Array(1) [ 1 ] ] Float64Array(2) [ 2.5, 0.5 ]
 * ```
 */
export function parsePreferences(
  text: string | Uint8Array,
  options: ReadPreferencesOptions = {},
): ReadPreferencesResult {
  const session = createReadingSession(options);
  const feed = session.openText(options.file ?? "input");
  feed.push(typeof text === "string" ? new TextEncoder().encode(text) : text.slice());
  feed.finish();
  return session.finish();
}
