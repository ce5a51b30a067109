import type { Fit } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";
import { count, counted, fixed } from "../terminal/numbers.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable, shortened } from "../terminal/table.ts";
import {
  groupLetters,
  type Leaderboard,
  type LeaderboardItem,
  MOST_RANKED,
  percentage,
  rankRange,
} from "./leaderboard.ts";

interface Column {
  readonly head: string;
  readonly align: "left" | "right";
  readonly cells: readonly string[];
}

/** The ranking as a table. Intervals, if any, are drawn beside the items if the line is wide enough. */
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
    column(scale.name, ({ value }) => fixed(value, scale.decimals)),
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
  return bounds && `${fixed(bounds[0], decimals)} … ${fixed(bounds[1], decimals)}`;
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

/** The results and flags that the notes below a ranking describe. */
interface RankingFacts {
  readonly fit: Fit;
  readonly board: Leaderboard;
  readonly shown: readonly LeaderboardItem[];
  readonly counts: Float64Array;
  readonly left: number;
  readonly flags: {
    readonly minItemRatings?: number;
    readonly allowUnconverged?: boolean;
    readonly loss?: string;
    readonly solver?: string;
    readonly judges?: boolean;
  };
}

/** Below this many observations, the rank of an item is mostly due to chance. */
const FEW = 5;

/** Notes on items left out of a ranking, rare items at its top, and missing intervals. */
export function rankingNotes({ fit, board, shown, counts, left, flags }: RankingFacts): string[] {
  const notes: string[] = [];
  if (left > 0)
    notes.push(
      `${counted(left, "item")} with fewer than ${flags.minItemRatings} observations ${left === 1 ? "is" : "are"} left out of the ranking`,
    );
  const top = shown.slice(0, 10);
  const rare = top.filter(({ item }) => counts[item] < FEW);
  const isMixed = counts.some((times) => times >= FEW);
  if (flags.minItemRatings === undefined && isMixed && 2 * rare.length > top.length) {
    notes.push(
      `${rare.length} of the first ${top.length} items were observed fewer than ${FEW} times; --min-item-ratings ${FEW} leaves such items out`,
    );
  }
  const { items, ranks } = board;
  if (items.length > 0 && items.every(({ interval }) => interval === undefined)) {
    notes.push(`intervals are left out: ${missingIntervals(fit, counts.length, flags)}`);
  } else if (fit.interval !== undefined && ranks !== undefined) {
    notes.push(`95 % intervals by ${fit.interval.method}; items that share a letter cannot be separated`);
  } else if (items.length > MOST_RANKED) {
    notes.push(`rank intervals are left out: they are computed only for up to ${count(MOST_RANKED)} items`);
  }
  return notes;
}

/** The maximum number of items for which a fit computes intervals by default. */
const MOST_ITEMS = 2000;

function missingIntervals({ converged }: Fit, items: number, { loss, solver, judges }: RankingFacts["flags"]): string {
  if (!converged) return "the fit has not converged";
  if (loss !== undefined && loss !== "pl-partition")
    return `--loss ${loss} is not a likelihood, which intervals require`;
  if (solver === "adagrad") return "they are computed at the maximum, which --solver adagrad does not reach";
  if (items > MOST_ITEMS)
    return `they are computed only for up to ${count(MOST_ITEMS)} items, but there are ${count(items)}`;
  if (judges)
    return "some judges have too few battles; --interval sandwich computes intervals that ignore the uncertainty of the reliabilities";
  return "the observations do not determine them";
}
