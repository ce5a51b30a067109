import type { Metrics } from "@tierwise/metrics";
import { draw, Plot, seriesColors } from "./draw.ts";

/** A method with its metrics by label frequency. */
export interface MethodMetrics {
  readonly name: string;
  readonly metrics: Metrics;
}

const words: Readonly<Record<string, string>> = {
  head: "head: most frequent",
  torso: "torso",
  tail: "tail: rarest",
};

export const frequencyCaption =
  "Labels grouped by their frequency in training. Head, torso and tail each have about a third of all occurrences, so the head consists of a few labels and the tail of most labels.";

/** A plot of recall@k for frequent and rare labels, with one bar per method. */
export function frequencyPlot(methods: readonly MethodMetrics[], k: number): string {
  const rows = methods.flatMap(({ name, metrics: { groups = {} } }) =>
    Object.entries(groups).map(([group, { recall }]) => ({
      name,
      group: words[group] ?? group,
      value: 100 * recall[k],
    })),
  );
  const names = methods.map(({ name }) => name);
  const known = rows.filter(({ value }) => Number.isFinite(value));
  return draw({
    height: 280,
    marginTop: 34,
    fx: { label: null, domain: [...new Set(rows.map(({ group }) => group))], padding: 0.12 },
    // Without this padding, a bar that is alone in its group would fill a third of the plot.
    x: { axis: null, domain: names, padding: names.length === 1 ? 0.7 : 0.15 },
    y: { label: `recall@${k}, %`, grid: true, nice: true, ticks: 5, zero: true },
    color: { domain: names, range: seriesColors(names.length) },
    marks: [
      Plot.axisFx({ anchor: "bottom", label: null, tickSize: 0 }),
      Plot.barY(known, {
        fx: "group",
        x: "name",
        y: "value",
        fill: "name",
        rx: 2,
        title: ({ name, value }) => `${name}: ${value.toFixed(2)} %`,
      }),
      ...(names.length <= 6
        ? [Plot.text(known, { fx: "group", x: "name", y: "value", text: labelOf, dy: -7, fontSize: 11 })]
        : []),
      Plot.ruleY([0]),
    ],
  });
}

function labelOf({ value }: { readonly value: number }): string {
  return value.toFixed(1);
}
