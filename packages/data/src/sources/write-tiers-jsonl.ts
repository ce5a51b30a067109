import { writeFileAtomic } from "../files/write-file.ts";
import type { PreferenceDataset } from "./preference-dataset.ts";

/**
 * Writes preferences as JSON Lines, one per line: `{"tiers":[["a","b"],["c"]],"weight":3,"rest":"unobserved"}`. A weight of 1 and a missing
 * `rest` are omitted. {@link readTiersJsonl} reads the file back. The file is gzipped if its name ends in `.gz`, and appears only once it
 * is complete.
 *
 * @param path - The file to write.
 * @param dataset - The preferences, with the names of their items.
 *
 * @example
 * ```ts
 * import { mkdtempSync, readFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { parsePreferences, writeTiersJsonl } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "duels.jsonl");
 * await writeTiersJsonl(path, parsePreferences("better,worse,count\ntea,milk,3\n"));
 * console.log(readFileSync(path, "utf8").trim()); // {"tiers":[["tea"],["milk"]],"weight":3,"rest":"unobserved"}
 * ```
 */
export async function writeTiersJsonl(path: string, dataset: PreferenceDataset): Promise<void> {
  await writeFileAtomic(path, linesOf(dataset));
}

function* linesOf({ itemNames, preferences, weights }: PreferenceDataset): Generator<string> {
  for (const [i, { tiers, rest }] of preferences.entries()) {
    const named = tiers.map((tier) => Array.from(tier, (item) => itemNames[item]));
    const line = { tiers: named, ...(weights[i] !== 1 && { weight: weights[i] }), ...(rest && { rest }) };
    yield `${JSON.stringify(line)}\n`;
  }
}
