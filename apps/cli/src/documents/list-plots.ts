import { pairedTest } from "@tierwise/metrics";
import { draw, Plot } from "../report/draw.ts";
import { count } from "../terminal/numbers.ts";
import type { FeatureImportance } from "./importance-table.ts";

/** Lists of similar length and the mean of a metric over them, in percent. */
export interface LengthGroup {
  /** The range of the lists' lengths, such as `5–12`. */
  readonly lengths: string;
  /** The number of lists for which the metric has a value. */
  readonly lists: number;
  readonly mean: number;
  /** The 95% interval of the mean by Student's t distribution; the mean itself if there is only one list. */
  readonly low: number;
  readonly high: number;
}

/**
 * Groups lists by length into at most `most` groups with about the same number of lists. Lists of equal length stay together, and lists
 * whose value is NaN are left out.
 */
export function lengthGroups(offsets: Int32Array, values: ArrayLike<number>, most = 6): LengthGroup[] {
  const lists = Array.from(values, (value, l) => ({ value, length: offsets[l + 1] - offsets[l] }))
    .filter(({ value }) => !Number.isNaN(value))
    .sort((one, other) => one.length - other.length);
  const groups: (typeof lists)[] = [];
  for (const [i, list] of lists.entries()) {
    const isNew = i === 0 || (list.length > lists[i - 1].length && (groups.length * lists.length) / most <= i);
    if (isNew) groups.push([]);
    groups[groups.length - 1].push(list);
  }
  return groups.map((group) => {
    const [shortest, longest] = [group[0].length, group[group.length - 1].length];
    const each = Float64Array.from(group, ({ value }) => 100 * value);
    const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
    const [low, high] = each.length > 1 ? pairedTest(each, new Float64Array(each.length)).interval : [mean, mean];
    const lengths = shortest === longest ? count(shortest) : `${count(shortest)}–${count(longest)}`;
    return { lengths, lists: group.length, mean, low: Math.max(0, low), high: Math.min(100, high) };
  });
}

/** The mean of nDCG@k for each group, with its interval. */
export function lengthPlot(groups: readonly LengthGroup[], k: number): string {
  return draw({
    height: 300,
    marginTop: 34,
    marginBottom: 46,
    x: { label: null, domain: groups.map(({ lengths }) => lengths), padding: groups.length < 3 ? 0.7 : 0.35 },
    y: { label: `nDCG@${k}, %`, grid: true, ticks: 5, domain: [0, 100] },
    marks: [
      Plot.axisX({ label: "documents per list", labelAnchor: "center", tickSize: 0 }),
      Plot.barY(groups, {
        x: "lengths",
        y: "mean",
        fill: "var(--series-1)",
        rx: 2,
        title: ({ lengths, lists, mean }) => `${lengths} documents: ${mean.toFixed(2)} % in ${count(lists)} lists`,
      }),
      Plot.ruleX(groups, { x: "lengths", y1: "low", y2: "high", strokeWidth: 1.5 }),
      Plot.text(groups, { x: "lengths", y: "high", text: ({ mean }) => mean.toFixed(1), dy: -8, fontSize: 11 }),
      Plot.ruleY([0]),
    ],
  });
}

/** The importance of features as bars, the most important first. */
export function importancePlot(
  features: readonly FeatureImportance[],
  value: (feature: FeatureImportance) => number,
  label: string,
): string {
  const rows = features.map((feature) => ({ name: shortened(feature.feature), value: 100 * value(feature) }));
  const longest = Math.max(...rows.map(({ name }) => name.length));
  return draw({
    width: 420,
    height: 50 + 22 * rows.length,
    marginLeft: 24 + 6.5 * longest,
    marginRight: 44,
    x: { label, grid: true, nice: true, ticks: 4, zero: true },
    y: { label: null, domain: rows.map(({ name }) => name), padding: 0.25, tickSize: 0 },
    marks: [
      Plot.barX(rows, { x: "value", y: "name", fill: "var(--series-1)", rx: 2 }),
      Plot.text(rows, {
        x: ({ value }: { value: number }) => Math.max(0, value),
        y: "name",
        text: ({ value }: { value: number }) => value.toFixed(2),
        textAnchor: "start",
        dx: 5,
        fontSize: 11,
      }),
      Plot.ruleX([0]),
    ],
  });
}

function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
