import type { NamedRankedItem } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";
import type { Colors } from "../terminal/session.ts";
import { shortened } from "../terminal/shortened.ts";
import { renderTable } from "../terminal/table.ts";

/** The ranking as a table, with intervals drawn beside the items if there are any. */
export function rankingTable(
  items: readonly NamedRankedItem[],
  colors: Colors,
  width: number,
  counts?: ArrayLike<number>,
): string {
  const known = items.some(({ interval }) => interval !== undefined);
  const names = items.map(({ name }) => shortened(printableText(name), 40));
  const longest = names.reduce((most, { length }) => Math.max(most, length), 4);
  const room = Math.min(40, width - longest - (counts === undefined ? 44 : 50));
  const drawn = known && room >= 12;
  const scale = scaleOf(items);
  return renderTable(
    {
      head: [
        "#",
        "item",
        "utility",
        ...(counts === undefined ? [] : ["seen"]),
        ...(known ? ["±", "95 % interval"] : []),
        ...(drawn ? [""] : []),
      ],
      rows: items.map((item, i) => [
        String(item.place),
        names[i],
        item.utility.toFixed(3),
        ...(counts === undefined ? [] : [String(Math.round(counts[item.item]))]),
        ...(known ? [item.standardError?.toFixed(3) ?? "–", interval(item)] : []),
        ...(drawn ? [whisker(item, scale, room, colors)] : []),
      ]),
      align: [
        "right",
        "left",
        ...(counts === undefined ? [] : (["right"] as const)),
        "right",
        "right",
        "right",
        "left",
      ],
    },
    colors,
  );
}

function interval({ interval: bounds }: NamedRankedItem): string {
  return bounds === undefined ? "–" : `${bounds[0].toFixed(2)} … ${bounds[1].toFixed(2)}`;
}

function scaleOf(items: readonly NamedRankedItem[]): readonly [number, number] {
  const ends = items.flatMap(({ utility, interval: bounds }) => bounds ?? [utility]).filter(Number.isFinite);
  return [Math.min(...ends), Math.max(...ends)];
}

/** An interval on a common scale: ├──●──┤. */
function whisker(
  { utility, interval: bounds }: NamedRankedItem,
  [least, most]: readonly [number, number],
  room: number,
  { cyan, bold }: Colors,
): string {
  const at = (value: number): number => Math.round(((value - least) / Math.max(most - least, 1e-12)) * (room - 1));
  const [from, to] = (bounds ?? [utility, utility]).map(at);
  const middle = at(utility);
  const cells = Array.from({ length: to + 1 }, (_, i) => {
    if (i === middle) return bold("●");
    if (i < from) return " ";
    return cyan(i === from ? "├" : i === to ? "┤" : "─");
  });
  return cells.join("");
}
