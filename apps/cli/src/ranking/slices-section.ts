import { htmlTable } from "../report/html.ts";
import type { ReportSection } from "../report/page.ts";
import { count } from "../terminal/numbers.ts";
import type { Leaderboard } from "./leaderboard.ts";
import { type ScaledSlice, sliceColumn } from "./slices-table.ts";

/** The maximum number of slices that are shown side by side. */
const MOST_SLICES = 8;

/** The report section that shows the values of the items in each slice, such as each language, for the slices with the most battles. */
export function slicesSection(
  slices: readonly ScaledSlice[],
  by: string,
  { items, scale }: Pick<Leaderboard, "items" | "scale">,
): ReportSection {
  const largest = slices.toSorted((one, other) => other.battles - one.battles).slice(0, MOST_SLICES);
  const shown = slices.filter((slice) => largest.includes(slice));
  const columns = shown.map((slice) => sliceColumn(slice, items.length, scale));
  const more = shown.length < slices.length ? ` The ${shown.length} largest of ${count(slices.length)} are shown.` : "";
  return {
    title: `By ${by}`,
    text: `Each value of ${by} is fitted separately; ± is half the width of the 95 % interval.${more}`,
    html: htmlTable({
      head: ["item", ...shown.map(({ name }) => name)],
      rows: [...items.map(({ name }) => name), "battles"].map((name, i) => [name, ...columns.map((cells) => cells[i])]),
    }),
  };
}
