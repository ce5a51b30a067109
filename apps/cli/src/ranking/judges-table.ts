import type { JudgeSummary } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";
import { count } from "../terminal/numbers.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable, shortened } from "../terminal/table.ts";

/** A table of the reliability of the judges, the least reliable first. */
export function judgesTable({ reliabilities }: JudgeSummary, colors: Colors, most: number): string {
  const sorted = reliabilities.toSorted((one, other) => one.reliability - other.reliability);
  const shown = most === 0 ? sorted : sorted.slice(0, most);
  const table = renderTable(
    {
      head: ["judge", "reliability", "±", "battles"],
      rows: shown.map(({ name, reliability, standardError, battles }) => [
        shortened(printableText(name), 40),
        reliability.toFixed(2),
        standardError?.toFixed(2) ?? "–",
        count(battles),
      ]),
      align: ["left", "right", "right", "right"],
    },
    colors,
  );
  return shown.length < sorted.length
    ? `${table}\n… the least reliable ${shown.length} of ${sorted.length}; --top 0 shows all`
    : table;
}
