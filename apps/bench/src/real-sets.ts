import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Preference } from "@tierwise/core-integrator";
import { type PreferenceDataset, readPrefLib } from "@tierwise/data";

/** A real data set with its name. */
export interface RealSet extends PreferenceDataset {
  /** `preflib/00002-debian/00002-00000001.toc`. */
  readonly name: string;
}

/**
 * NASCAR 2002 and every PrefLib file below the directory that TIERWISE_DATA names; none where it is not set. Of an election that
 * PrefLib has both as cast (`.soi`, `.toi`) and completed (`.toc`), the completed one.
 */
export async function readRealSets(): Promise<RealSet[]> {
  const root = process.env["TIERWISE_DATA"];
  if (!root) {
    console.error("left out: real data, because TIERWISE_DATA is not set");
    return [];
  }
  const sets: RealSet[] = [];
  const nascar = join(root, "nascar2002", "nascar2002.txt");
  if (existsSync(nascar)) sets.push({ name: "nascar2002", ...parseRaces(readFileSync(nascar, "utf8")) });
  for (const name of prefLibFiles(root)) sets.push({ name, ...(await readPrefLib(join(root, name))) });
  return sets;
}

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

/** Lines `driver race place`, after a head: every race an order of those who took part. */
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
