import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Battles } from "../src/index.ts";

const folder = join(import.meta.dirname, "fixtures", "battles");

/** The battles in the fixture, one per row, with judges as clusters and as a factor, and lengths as numbers. */
export function readFixture(): Battles {
  const [, ...lines] = readFileSync(join(folder, "battles.csv"), "utf8").trim().split("\n");
  const rows = lines.map((line) => line.split(","));
  const itemNames = [...new Set(rows.flatMap((row) => row.slice(0, 2)))].sort();
  const judges = [...new Set(rows.map((row) => row[3]))];
  const clusters = Int32Array.from(rows, (row) => judges.indexOf(row[3]));
  return {
    itemNames,
    left: Int32Array.from(rows, ([a]) => itemNames.indexOf(a)),
    right: Int32Array.from(rows, ([, b]) => itemNames.indexOf(b)),
    outcomes: Uint8Array.from(rows, (row) => ["a", "b", "tie"].indexOf(row[2])),
    weights: new Float64Array(rows.length).fill(1),
    clusters,
    clusterNames: judges,
    factors: { judge: { codes: clusters, names: judges } },
    numbers: {
      length_a: Float64Array.from(rows, (row) => Number(row[4])),
      length_b: Float64Array.from(rows, (row) => Number(row[5])),
    },
  };
}

export function readReference<Values>(name: string): Values {
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as Values;
}

export function withoutClusters({ clusters: _, clusterNames: __, ...battles }: Battles): Battles {
  return battles;
}

/** Battles given as rows [left, right, outcome, weight]. */
export function battlesOf(
  itemNames: readonly string[],
  rows: readonly (readonly [left: number, right: number, outcome: number, weight: number])[],
): Battles {
  return {
    itemNames,
    left: Int32Array.from(rows, ([left]) => left),
    right: Int32Array.from(rows, ([, right]) => right),
    outcomes: Uint8Array.from(rows, ([, , outcome]) => outcome),
    weights: Float64Array.from(rows, ([, , , weight]) => weight),
  };
}
