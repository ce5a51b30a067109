import { describe } from "@tierwise/datasets-xml";
import type { StudyData } from "../data/study-data.ts";
import { type MethodName, methodCatalog, methodNames } from "../methods/method-names.ts";
import { meanAndError } from "../statistics/mean-and-error.ts";
import { type PaperFigures, paperFigures, publishedTrees, type Reported } from "./paper-figures.ts";
import { cutOffs, type Figures, measures, type QualityCell, type QualityResult } from "./quality-cell.ts";

/** A line of a table: its name, its metrics, and their standard errors if there are several seeds. */
export interface QualityLine {
  /** The name, such as `paper preset, AttRank, 5 seeds`. */
  readonly name: string;
  /** Means over the seeds, in percent. */
  readonly figures: Reported;
  /** The standard errors of the means; undefined if there is only one seed. */
  readonly errors?: Reported;
}

/** The means over seeds for every preset and method, the default preset first. */
export function summarizeQuality(
  results: readonly Pick<QualityResult, "figures" | "method" | "preset">[],
): QualityLine[] {
  return (["default", "paper", "embedding"] as const).flatMap((preset) => linesOf(results, preset));
}

/** Tables 1, 2 and 4 with the given lines, in Markdown. */
export function methodTables(lines: readonly QualityLine[]): string {
  const half = (title: string, shown: readonly (keyof Figures)[]): string =>
    [`### ${title}`, "", table(lines, shown)].join("\n");
  return [
    half("Tables 1 and 2: P@k and PSP@k", ["P", "PSP"]),
    half("Table 4: nDCG@k and PSnDCG@k", ["nDCG", "PSnDCG", "PSnDCG (xml-repo)"]),
    standardErrors(lines),
  ].join("\n\n");
}

/**
 * Tables 1 to 4 for a dataset in Markdown: results with our default preset and with the paper's settings, and the results published in the
 * paper and elsewhere.
 *
 * @param data - The data, with their name.
 * @param results - The results of the quality study.
 * @param ensemble - The metrics from {@link ensembleFigures}, if models were saved.
 */
export function qualityTables(
  data: StudyData & { readonly name: string },
  results: readonly Pick<QualityResult, "figures" | "method" | "preset">[],
  ensemble: Figures | undefined,
): string {
  const paper = paperFigures(data.train.numLabels);
  const lines = [
    ...linesOf(results, "default"),
    ...(ensemble === undefined ? [] : [{ name: "default preset, scores of all seeds averaged", figures: ensemble }]),
    ...linesOf(results, "paper"),
    ...linesOf(results, "embedding"),
    ...paperLines(paper),
    ...(paper?.name === "D-1K" ? Object.entries(publishedTrees).map(([name, figures]) => ({ name, figures })) : []),
  ];
  return [`## ${data.name}`, statistics(data, paper), methodTables(lines)].join("\n\n");
}

/** The means over seeds for every method with one preset. If a training run of a method diverged, the line of the method has no values. */
function linesOf(
  results: readonly Pick<QualityResult, "figures" | "method" | "preset">[],
  preset: QualityCell["preset"],
): QualityLine[] {
  return methodNames.flatMap((method): QualityLine[] => {
    const some = results.filter((result) => result.preset === preset && result.method === method);
    if (some.length === 0) return [];
    const how = preset === "embedding" ? "run here" : `${preset} preset`;
    const name = `${how}, ${methodCatalog[method].title}, ${some.length} seed${some.length === 1 ? "" : "s"}`;
    const found = some.flatMap(({ figures }) => figures ?? []);
    if (found.length < some.length) {
      const none = Object.fromEntries(measures.map((measure) => [measure, cutOffs.map(() => Number.NaN)]));
      return [{ name: `${name}, ${some.length - found.length} diverged`, figures: none }];
    }
    const summary = measures.map((measure) =>
      cutOffs.map((_, i) => meanAndError(found.map((figures) => figures[measure][i]))),
    );
    const of = (key: "mean" | "standardError"): Reported =>
      Object.fromEntries(measures.map((measure, m) => [measure, summary[m].map((one) => one[key] ?? Number.NaN)]));
    return [{ name, figures: of("mean"), ...(some.length > 1 ? { errors: of("standardError") } : {}) }];
  });
}

function paperLines(paper: PaperFigures | undefined): QualityLine[] {
  return Object.entries(paper?.methods ?? {}).map(([method, figures]) => ({
    name: `the paper, ${methodCatalog[method as MethodName].title}`,
    figures,
  }));
}

/** A table of the given metrics. A line that has none of these metrics is omitted. */
function table(lines: readonly QualityLine[], shown: readonly (keyof Figures)[]): string {
  const head = shown.flatMap((measure) => cutOffs.map((k) => heading(measure, k)));
  const rows = lines
    .filter(({ figures }) => shown.some((measure) => figures[measure] !== undefined))
    .map(({ name, figures }) => {
      const found = shown.flatMap((measure) => cutOffs.map((_, i) => figures[measure]?.[i] ?? Number.NaN));
      return [name, ...found.map((x) => (Number.isNaN(x) ? "" : x.toFixed(2)))];
    });
  return [["", ...head], ["", ...head].map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function heading(measure: keyof Figures, k: number): string {
  const [name, convention] = measure.split(" ");
  return convention === undefined ? `${name}@${k}` : `${name}@${k} ${convention}`;
}

/** The statistics of this dataset, as in Table 3, next to the paper's values. */
function statistics({ train, test }: StudyData, paper: PaperFigures | undefined): string {
  const { samplesPerLabel, labelsPerSample } = describe(train, test);
  const ours = [train.numFeatures, train.numLabels, train.numRows, test.numRows, samplesPerLabel, labelsPerSample];
  const row = (name: string, numbers: readonly number[]): string =>
    `| ${name} | ${numbers.map((x) => (Number.isInteger(x) ? String(x) : x.toFixed(2))).join(" | ")} |`;
  return [
    "### Table 3: the data",
    "",
    "| | features | labels | train | test | samples per label | labels per sample |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    row("here", ours),
    ...(paper === undefined ? [] : [row(`the paper, ${paper.name}`, paper.statistics)]),
  ].join("\n");
}

/** The range of the standard errors in each line, as a list in Markdown. */
function standardErrors(lines: readonly QualityLine[]): string {
  const found = lines.flatMap(({ name, errors }) => {
    const all = Object.values(errors ?? {}).flat();
    return all.length === 0 ? [] : [`- ${name}: ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`];
  });
  return ["Standard errors of the means:", "", ...found].join("\n");
}
