import {
  type CostResult,
  costStudy,
  type MseResult,
  type MseStudySummary,
  meanAndError,
  mseStudy,
} from "@tierwise/studies";
import type { Session } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import type { HtmlTable } from "./html.ts";

/** The result of a simulation study in every output form. */
export interface SimulationOutcome {
  readonly title: string;
  readonly lead: string;
  /** The results as text for a terminal. */
  readonly table: string;
  /** The results as a table for a report. */
  readonly html: HtmlTable;
  /** The results for `--json`. */
  readonly json: unknown;
  /** Loads the plotting library and draws the figure as SVG. */
  readonly figure: () => Promise<string>;
  readonly seeds: readonly number[];
}

/** Presents the errors of the methods, with one row per number of items and of rankings. */
export function mseOutcome(
  results: readonly MseResult[],
  summary: MseStudySummary,
  { colors }: Session,
): SimulationOutcome {
  const { means: summaries, slopes, disagreements } = summary;
  const methods = unique(summaries.map(({ method }) => method));
  const sizes = unique(summaries.map(({ itemCount, samples }) => `${itemCount} ${samples}`));
  // The oracle uses more information than the other methods, so it is never marked as the best.
  const rows = sizes.map((size) => {
    const some = methods.map((method) =>
      summaries.find((one) => one.method === method && `${one.itemCount} ${one.samples}` === size),
    );
    const least = Math.min(...some.flatMap((one) => (one === undefined || one.method === "PL-TopK" ? [] : [one.mean])));
    const cells = some.map((one) => ({
      text: one?.mean.toExponential(2) ?? "–",
      best: one?.method !== "PL-TopK" && one?.mean === least,
    }));
    return { size: size.split(" "), cells };
  });
  const mark = (text: string, best: boolean): string => {
    if (colors.isColorSupported) return best ? colors.bold(colors.green(text)) : text;
    return best ? `${text}*` : `${text} `;
  };
  return {
    title: "Which method recovers the utilities?",
    lead: "Mean squared error between softmax(θ) and the true probabilities, after fitting n rankings of N items, cut into four tiers (Figures 1 and 3). PL-TopK is an oracle, because it is given the order inside the tiers.",
    table: renderTable(
      {
        head: ["N", "n", ...methods],
        rows: rows.map(({ size, cells }) => [...size, ...cells.map(({ text, best }) => mark(text, best))]),
        align: ["N", "n", ...methods].map(() => "right"),
      },
      colors,
    ),
    html: {
      head: ["N, n", ...methods],
      rows: rows.map(({ size, cells }) => [
        size.join(", "),
        ...cells.map(({ text, best }) => (best ? { best: text } : text)),
      ]),
    },
    json: { study: "mse", summaries, slopes, disagreements, results },
    figure: async () => (await mseStudy.figures?.(summary))?.["mse"] ?? "",
    seeds: unique(results.map(({ seed }) => seed)),
  };
}

/** Presents the time and memory of the methods, with one row per number of items. */
export function costOutcome(results: readonly CostResult[], { colors }: Session): SimulationOutcome {
  const methods = unique(results.map(({ method }) => method));
  const sizes = unique(results.map(({ itemCount }) => itemCount));
  const of = (itemCount: number, method: string): CostResult[] =>
    results.filter((result) => result.itemCount === itemCount && result.method === method);
  const cell = (itemCount: number, method: string): string => {
    const some = of(itemCount, method);
    const { mean: seconds } = meanAndError(some.map((result) => result.seconds));
    const { mean: bytes } = meanAndError(some.map((result) => result.bytes));
    return `${seconds.toPrecision(3)} s, ${(bytes / 2 ** 20).toFixed(0)} MiB`;
  };
  const rows = sizes.map((itemCount) => [String(itemCount), ...methods.map((method) => cell(itemCount, method))]);
  const head = ["N", ...methods];
  return {
    title: "Time and memory of training steps",
    lead: `Time and memory of ${results[0]?.steps ?? 0} steps with batches of 20 (Figure 2). Memory is the peak minus the usage before the steps.`,
    table: renderTable({ head, rows, align: head.map(() => "right") }, colors),
    html: { head, rows },
    json: { study: "cost", results },
    figure: async () => (await costStudy.figures?.(results))?.["cost"] ?? "",
    seeds: unique(results.map(({ seed }) => seed)),
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
