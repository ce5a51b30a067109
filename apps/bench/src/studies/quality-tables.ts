import { describe } from "@tierwise/datasets-xml";
import { meanAndError } from "@tierwise/sim/study";
import { type PaperFigures, paperFigures, publishedTrees, type Reported } from "./paper-figures.ts";
import { cutOffs, type Figures, measures, type QualityCell } from "./quality-cell.ts";
import type { XmlFolder } from "./xml-folder.ts";

/** A line of a table: what it is of, its figures, and their standard errors where there are several seeds. */
interface Line {
  readonly name: string;
  readonly figures: Reported;
  readonly errors?: Reported;
}

const titles: Readonly<Record<QualityCell["method"], string>> = {
  "pl-partition": "PL-Partition",
  "pl-lb": "PL-LB",
  attrank: "AttRank",
  ranknet: "RankNet",
  ranksvm: "RankSVM",
  "pl-topk": "PL-TopK",
  sleec: "SLEEC",
  leml: "LEML",
};

/** Tables 1 to 4 of a data set in Markdown: ours by default, ours like for like, the paper's, and published ones. */
export function qualityTables(data: XmlFolder, cells: readonly QualityCell[], ensemble: Figures | undefined): string {
  const paper = paperFigures(data.train.numLabels);
  const lines = [
    ...ourLines(cells, "default"),
    ...(ensemble === undefined ? [] : [{ name: "default preset, scores of all seeds averaged", figures: ensemble }]),
    ...ourLines(cells, "paper"),
    ...ourLines(cells, "embedding"),
    ...paperLines(paper),
    ...(paper?.name === "D-1K" ? Object.entries(publishedTrees).map(([name, figures]) => ({ name, figures })) : []),
  ];
  const half = (title: string, shown: readonly (keyof Figures)[]): string =>
    [`### ${title}`, "", table(lines, shown)].join("\n");
  return [
    `## ${data.name}`,
    statistics(data, paper),
    half("Tables 1 and 2: P@k and PSP@k", ["P", "PSP"]),
    half("Table 4: nDCG@k and PSnDCG@k", ["nDCG", "PSnDCG", "PSnDCG (xml-repo)"]),
    standardErrors(lines),
  ].join("\n\n");
}

/** The means over seeds of every method with a preset. */
function ourLines(cells: readonly QualityCell[], preset: QualityCell["preset"]): Line[] {
  return (Object.keys(titles) as QualityCell["method"][]).flatMap((method) => {
    const some = cells.filter((cell) => cell.preset === preset && cell.method === method);
    if (some.length === 0) return [];
    const summary = measures.map((measure) =>
      cutOffs.map((_, i) => meanAndError(some.map(({ figures }) => figures[measure][i]))),
    );
    const of = (key: "mean" | "standardError"): Reported =>
      Object.fromEntries(measures.map((measure, m) => [measure, summary[m].map((one) => one[key])]));
    const how = preset === "embedding" ? "run here" : `${preset} preset`;
    const name = `${how}, ${titles[method]}, ${some.length} seed${some.length === 1 ? "" : "s"}`;
    return [{ name, figures: of("mean"), ...(some.length > 1 ? { errors: of("standardError") } : {}) }];
  });
}

function paperLines(paper: PaperFigures | undefined): Line[] {
  return Object.entries(paper?.methods ?? {}).map(([method, figures]) => ({
    name: `the paper, ${titles[method as QualityCell["method"]]}`,
    figures,
  }));
}

/** The columns of some measures; lines that have none of them are left out. */
function table(lines: readonly Line[], shown: readonly (keyof Figures)[]): string {
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

/** Table 3 for this set, beside the paper's. */
function statistics({ train, test }: XmlFolder, paper: PaperFigures | undefined): string {
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

/** The range of standard errors of each line. */
function standardErrors(lines: readonly Line[]): string {
  const found = lines.flatMap(({ name, errors }) => {
    const all = Object.values(errors ?? {}).flat();
    return all.length === 0 ? [] : [`- ${name}: ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`];
  });
  return ["Standard errors of the means:", "", ...found].join("\n");
}
