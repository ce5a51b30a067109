import type { Reduced, ReducerContext } from "../layouts/reducer.ts";
import { createTierCollector } from "../layouts/tier-collector.ts";
import { distinct } from "../layouts/tier-reducers.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import { MISSING } from "../records/name-index.ts";

/**
 * Collects tier lists that are JSON objects, `{"S": ["a", "b"], "A": ["c"]}`: tiers S, A, B, … in that order, and other tiers in file
 * order.
 */
export function createTierObjectCollector(context: ReducerContext): {
  add(value: Readonly<Record<string, unknown>>, line: number): void;
  finish(): Reduced;
} {
  const collector = createTierCollector(context);
  const letters = "SABCDEF";
  return {
    add(value, line) {
      const entries = Object.entries(value);
      const isLettered = entries.every(([label]) => label.length === 1 && letters.includes(label.toUpperCase()));
      const place = (label: string): number => letters.indexOf(label.toUpperCase());
      const sorted = isLettered ? entries.toSorted(([one], [other]) => place(one) - place(other)) : entries;
      const tiers = sorted.map(([label, names]) => {
        if (!Array.isArray(names))
          throw new DatasetError(`tier ${JSON.stringify(label)} is not a list of names`, { file: context.file, line });
        return names.map((name) => collector.items.of(String(name), line)).filter((item) => item !== MISSING);
      });
      collector.add(distinct(tiers, context, collector.items.names, line), 1, undefined, line);
      context.counts.rows++;
    },
    finish: () => collector.finish("unobserved"),
  };
}
