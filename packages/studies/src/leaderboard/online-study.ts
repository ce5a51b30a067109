import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../statistics/group-by.ts";
import { mean } from "../statistics/mean-and-error.ts";
import type { Study } from "../study/study.ts";
import { type OnlineCell, type OnlineResult, runOnlineCell } from "./online-cell.ts";

/** Settings of the study of online ratings. */
export interface OnlineSettings {
  /** The directory of the real datasets. */
  readonly root: string;
  /** The names of the datasets, from `realSetNames`. */
  readonly names: readonly string[];
  /** Numbers of passes. */
  readonly passes: readonly number[];
  /** The seeds for the order of the votes. */
  readonly seeds: readonly number[];
}

/** The distance between replayed ratings and the full fit, over all seeds. */
export type OnlineSummary = Omit<OnlineResult, "root" | "seed" | "study"> & {
  /** The number of seeds. */
  readonly seeds: number;
};

/** The datasets, passes and seeds of the published table, to which the caller adds the directory. */
export const fullOnlineSettings: Omit<OnlineSettings, "root"> = {
  names: [
    join("nascar2002", "nascar2002.txt"),
    join("preflib", "00002-debian", "00002-00000002.toc"),
    join("preflib", "00002-debian", "00002-00000005.toc"),
  ],
  passes: [1, 2, 3, 10],
  seeds: [1, 2, 3, 4, 5],
};

/**
 * Measures how far online ratings are from the full fit. The votes in real datasets are replayed in random order, in one or several passes,
 * and the utilities are compared with those from `fitUtilities` on all votes with the same prior. The largest distance is that of all
 * seeds.
 */
export const onlineStudy: Study<OnlineCell, OnlineResult, readonly OnlineSummary[], OnlineSettings> = {
  name: "online",
  revision: 1,
  place: "processes",
  cells: ({ root, names, passes, seeds }) =>
    names.flatMap((name) =>
      passes.flatMap((count) => seeds.map((seed) => ({ study: "online" as const, root, name, passes: count, seed }))),
    ),
  identity: ({ root, ...cell }) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(root, cell.name)))
      .digest("hex");
    return { ...cell, digest };
  },
  run: runOnlineCell,
  summarize: (results) =>
    groupBy(results, ({ name, passes }) => [name, passes].join()).map((group) => {
      const [{ name, passes, itemCount, votes }] = group;
      const of = (key: "correlation" | "inErrors" | "mean"): number => mean(group.map((result) => result[key]));
      const largest = Math.max(...group.map((result) => result.largest));
      const means = { mean: of("mean"), inErrors: of("inErrors"), correlation: of("correlation") };
      return { name, passes, itemCount, votes, largest, ...means, seeds: group.length };
    }),
  table: (summary) =>
    [
      "items  votes  passes  largest    mean  mean/error  rank correlation",
      ...summary.map(
        ({ name, itemCount, votes, passes, largest, mean: distance, inErrors, correlation }) =>
          `${String(itemCount).padStart(5)}  ${String(votes).padStart(5)}  ${String(passes).padStart(6)}  ${largest.toFixed(4)}  ${distance.toFixed(4)}  ${inErrors.toFixed(4).padStart(10)}  ${correlation.toFixed(4).padStart(16)}  ${name}`,
      ),
    ].join("\n"),
};
