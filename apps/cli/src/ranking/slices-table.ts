import { type BattleSlice, type Scale, scaleUtilities } from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";
import { count, fixed } from "../terminal/numbers.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable, shortened } from "../terminal/table.ts";
import type { LeaderboardItem } from "./leaderboard.ts";

/** A slice with the values of its items on the scale. */
export interface ScaledSlice {
  readonly name: string;
  readonly battles: number;
  /** The reason why the slice has no fit; undefined if it has a fit. */
  readonly problem?: string;
  /** The value of each item and its interval, in the order of the leaderboard. */
  readonly items: readonly {
    readonly name: string;
    readonly utility: number;
    readonly value: number;
    readonly interval?: readonly [from: number, to: number];
  }[];
}

/** Puts the slices on a scale, with the items of each in the order of the leaderboard. */
export function scaledSlices(
  slices: readonly BattleSlice[],
  items: readonly LeaderboardItem[],
  scale: Scale,
): ScaledSlice[] {
  return slices.map(({ name, battles, fit }) => {
    if (!fit.converged) return { name, battles, problem: fit.problem ?? "the fit has not converged", items: [] };
    const { values, lower, upper } = scaleUtilities(fit, scale);
    return {
      name,
      battles,
      items: items.map(({ item, name }) => ({
        name,
        utility: fit.utilities[item],
        value: values[item],
        ...(lower && upper && { interval: [lower[item], upper[item]] as const }),
      })),
    };
  });
}

/** A table with the values of the items in each slice, for as many slices as fit on a line. */
export function slicesTable(
  slices: readonly ScaledSlice[],
  shown: readonly LeaderboardItem[],
  { scale, by, colors, width }: { scale: Scale; by: string; colors: Colors; width: number },
): string {
  const names = shown.map(({ name }) => shortened(printableText(name), 30));
  const heads = slices.map(({ name }) => shortened(printableText(name), 16));
  const columns = slices.map((slice, s) => [heads[s], ...sliceColumn(slice, names.length, scale)]);
  const widths = columns.map((cells) => Math.max(...cells.map(({ length }) => length)) + 2);
  let room = width - Math.max(by.length, 7, ...names.map(({ length }) => length));
  const fits = columns.filter((_, s) => {
    room -= widths[s];
    return room >= 0;
  });
  const table = renderTable(
    {
      head: [by, ...fits.map(([head]) => head)],
      rows: [...names, "battles"].map((name, i) => [name, ...fits.map((cells) => cells[i + 1])]),
      align: ["left", ...fits.map(() => "right" as const)],
    },
    colors,
  );
  return fits.length < slices.length
    ? `${table}\n… ${fits.length} of ${slices.length} values of ${by}; --json prints all`
    : table;
}

/** The number of battles in a slice, and the values of its first items with half the widths of their intervals. */
export function sliceColumn({ items, battles }: ScaledSlice, most: number, { decimals }: Scale): string[] {
  const cells = Array.from({ length: most }, (_, i) => {
    const item = items[i];
    if (item === undefined) return "–";
    const reach = item.interval === undefined ? "" : ` ± ${half(item.interval, decimals)}`;
    return `${fixed(item.value, decimals)}${reach}`;
  });
  return [...cells, count(battles)];
}

/** Half the width of an interval. */
function half([from, to]: readonly [number, number], decimals: number): string {
  return ((to - from) / 2).toFixed(decimals);
}
