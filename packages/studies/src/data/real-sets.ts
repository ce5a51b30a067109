import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Preference } from "@tierwise/core-integrator";
import { type PreferenceDataset, readPrefLib } from "@tierwise/data";

/** A real dataset with its name. */
export interface RealSet extends PreferenceDataset {
  /** The name, such as `preflib/00002-debian/00002-00000001.toc`. */
  readonly name: string;
}

/**
 * Lists the real datasets below a directory, as paths relative to it: NASCAR 2002 and every PrefLib file. If PrefLib has both the votes as
 * cast (`.soi`, `.toi`) and the completed votes (`.toc`) of an election, only the completed file is listed.
 *
 * @param root - The directory, for example the value of `TIERWISE_DATA`.
 */
export function realSetNames(root: string): string[] {
  return [...(existsSync(join(root, NASCAR)) ? [NASCAR] : []), ...prefLibFiles(root)];
}

/**
 * Reads a real dataset.
 *
 * @param root - The directory.
 * @param name - One of {@link realSetNames}.
 */
export async function readRealSet(root: string, name: string): Promise<RealSet> {
  const file = join(root, name);
  if (name === NASCAR) return { name: "nascar2002", ...parseRaces(readFileSync(file, "utf8")) };
  return { name, ...(await readPrefLib(file)) };
}

const NASCAR = join("nascar2002", "nascar2002.txt");

function prefLibFiles(root: string): string[] {
  if (!existsSync(join(root, "preflib"))) return [];
  const files = readdirSync(join(root, "preflib"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.[st]o[ci]$/.test(name),
  );
  const completed = new Set(files.filter((name) => name.endsWith(".toc")));
  return files
    .filter((name) => completed.has(name) || !completed.has(name.replace(/\.[st]oi$/, ".toc")))
    .sort()
    .map((name) => join("preflib", name));
}

/** Parses lines `driver race place` after a header line. Each race becomes a ranking of its participants. */
function parseRaces(text: string): PreferenceDataset {
  const races = new Map<number, { driver: number; place: number }[]>();
  for (const row of text.trim().split("\n").slice(1)) {
    const [driver, race, place] = row.trim().split(/\s+/).map(Number);
    races.set(race, [...(races.get(race) ?? []), { driver, place }]);
  }
  const drivers = Math.max(...[...races.values()].flat().map(({ driver }) => driver));
  const preferences = [...races.values()].map(
    (finishers): Preference => ({
      tiers: finishers.sort((a, b) => a.place - b.place).map(({ driver }) => [driver - 1]),
      rest: "unobserved",
    }),
  );
  return {
    itemNames: Array.from({ length: drivers }, (_, i) => `driver ${i + 1}`),
    preferences,
    weights: new Float64Array(preferences.length).fill(1),
  };
}
