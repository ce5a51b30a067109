import { printableText } from "@tierwise/data/printable-text";
import type { Colors } from "../terminal/session.ts";
import { shortened } from "../terminal/shortened.ts";
import { renderTable } from "../terminal/table.ts";
import { groupLetters, type Leaderboard, type LeaderboardItem, percentage, rankRange } from "./leaderboard.ts";

/** A column of the table. */
interface Column {
  readonly head: string;
  readonly align: "left" | "right";
  readonly cells: readonly string[];
}

/** The ranking as a table, with intervals drawn beside the items if there are any and the line has room for them. */
export function rankingTable(
  { scale, items }: Leaderboard,
  colors: Colors,
  width: number,
  counts?: ArrayLike<number>,
): string {
  const known = items.some(({ valueInterval }) => valueInterval !== undefined);
  const ranked = items.some(({ rankInterval }) => rankInterval !== undefined);
  const hasLetters = ranked && items.every(({ groups = [] }) => groups.every((group) => group < 26));
  const column = (
    head: string,
    cell: (item: LeaderboardItem) => string | undefined,
    align: "left" | "right" = "right",
  ): Column => ({
    head,
    align,
    cells: items.map((item) => cell(item) ?? "–"),
  });
  const places = column("#", ({ place }) => String(place));
  const figures = [
    column(scale.name, ({ value }) => value.toFixed(scale.decimals)),
    ...(counts === undefined ? [] : [column("seen", ({ item }) => String(Math.round(counts[item])))]),
    ...(known && scale.name === "utility" ? [column("±", ({ standardError }) => standardError?.toFixed(3))] : []),
    ...(known ? [column("95 % interval", (item) => interval(item, Math.min(2, scale.decimals)))] : []),
    ...(ranked ? [column("rank", ({ rankInterval }) => rankInterval && rankRange(rankInterval))] : []),
    ...(ranked ? [column("P(best)", ({ probabilityBest: p }) => (p === undefined ? undefined : percentage(p)))] : []),
    ...(hasLetters ? [column("group", ({ groups }) => groups && groupLetters(groups), "left")] : []),
  ];
  const taken = [places, ...figures].reduce((sum, each) => sum + widthOf(each) + 2, 0);
  const names = column("item", ({ name }) => shortened(printableText(name), clamp(width - taken, 12, 40)), "left");
  const room = Math.min(40, width - taken - widthOf(names) - 2);
  const ends = endsOf(items);
  const drawn = known && room >= 12 ? [column("", (item) => whisker(item, ends, room, colors), "left")] : [];
  const columns = [places, names, ...figures, ...drawn];
  return renderTable(
    {
      head: columns.map(({ head }) => head),
      rows: items.map((_, i) => columns.map(({ cells }) => cells[i])),
      align: columns.map(({ align }) => align),
    },
    colors,
  );
}

function widthOf({ head, cells }: Column): number {
  return cells.reduce((most, { length }) => Math.max(most, length), head.length);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function interval({ valueInterval: bounds }: LeaderboardItem, decimals: number): string | undefined {
  return bounds && `${bounds[0].toFixed(decimals)} … ${bounds[1].toFixed(decimals)}`;
}

function endsOf(items: readonly LeaderboardItem[]): readonly [number, number] {
  const ends = items.flatMap(({ value, valueInterval: bounds }) => bounds ?? [value]).filter(Number.isFinite);
  return [Math.min(...ends), Math.max(...ends)];
}

/** An interval on a common scale: ├──●──┤. */
function whisker(
  { value, valueInterval: bounds }: LeaderboardItem,
  [least, most]: readonly [number, number],
  room: number,
  { cyan, bold }: Colors,
): string {
  const at = (end: number): number => Math.round(((end - least) / Math.max(most - least, 1e-12)) * (room - 1));
  const [from, to] = (bounds ?? [value, value]).map(at);
  const middle = at(value);
  const cells = Array.from({ length: to + 1 }, (_, i) => {
    if (i === middle) return bold("●");
    if (i < from) return " ";
    return cyan(i === from ? "├" : i === to ? "┤" : "─");
  });
  return cells.join("");
}
