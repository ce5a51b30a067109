import type { Reduced, RowCounts } from "../layouts/reducer.ts";
import type { LineParser } from "../reading/lines.ts";

/** Counts the rows of multi-label data in the format of the extreme classification repository, without parsing them. */
export function createXmlCounter(counts: RowCounts): LineParser<Reduced> & { countsRows: boolean } {
  let labels = 0;
  return {
    countsRows: true,
    line(text, line) {
      if (line > 1) {
        if (text.trim() !== "") counts.rows++;
        return;
      }
      labels = Number(text.trim().split(" ").at(-1));
    },
    finish: () => described(labels, counts.rows),
  };
}

/** Counts preference graphs and their items. */
export function createEdgesCounter(): LineParser<Reduced> {
  const items = new Set<string>();
  let graphs = 0;
  return {
    line(text) {
      if (text.trim() === "") return;
      const { edges } = JSON.parse(text) as { edges?: unknown };
      graphs++;
      if (Array.isArray(edges)) for (const name of edges.flat()) items.add(String(name));
    },
    finish: () => described(items.size, graphs),
  };
}

/** A result that contains only the numbers of items and observations, but no preferences. */
function described(items: number, observations: number): Reduced {
  return { itemNames: new Array<string>(items), preferences: [], weights: new Float64Array(0), observations };
}
