// node dist/studies/psndcg.js [--data FOLDER] [--threads N]: which normalization the PSnDCG of the paper's Table 4 could have. Trains the
// paper's network once and prints its PSP@k and PSnDCG@k under several denominators, beside the paper's figures.
import { parseArgs } from "node:util";
import { rowIndices } from "@tierwise/data";
import { createRanker, presets, train } from "@tierwise/ranker";
import { paperFigures } from "./paper-figures.ts";
import { cutOffs } from "./quality-cell.ts";
import { deliciousFolder, readXmlFolder } from "./xml-folder.ts";

const { values } = parseArgs({ options: { data: { type: "string" }, threads: { type: "string" } } });
const { train: rows, test, propensity } = await readXmlFolder(values.data ?? deliciousFolder());
const depth = Math.max(...cutOffs);
const sum = (terms: readonly number[]): number => terms.reduce((total, term) => total + term, 0);
const discount = (place: number): number => 1 / Math.log2(place + 2);
/** Σ_j x_j/log₂(j + 1) of the first k. */
const dcg = (gains: readonly number[], k: number): number => sum(gains.slice(0, k).map((x, j) => x * discount(j)));

/** A point: the gains 1/p of its ranking (0 where there is no hit), and 1/p of its labels. */
interface Point {
  readonly gains: readonly number[];
  /** Largest first, with their labels. */
  readonly ideal: readonly { readonly gain: number; readonly label: number }[];
}

/** A convention: numerator and denominator that a point adds at k. */
type Convention = (point: Point, k: number) => readonly [number, number];

const plain = ({ ideal }: Point, k: number): number => dcg(Array(Math.min(k, ideal.length)).fill(1), k);
const best = ({ ideal }: Point, k: number): number[] => ideal.slice(0, k).map(({ gain }) => gain);
const conventions: Readonly<Record<string, Convention>> = {
  "PSP, a ratio of sums": (point, k) => [sum(point.gains.slice(0, k)), sum(best(point, k))],
  "PSnDCG, xml-repo": (point, k) => [dcg(point.gains, k), dcg(best(point, k), k)],
  "PSnDCG, pyxclib": (point, k) => {
    const scale = plain(point, k);
    return [dcg(point.gains, k) / scale, dcg(best(point, k), k) / scale];
  },
  "ideal ranking from the smallest 1/p up": (point, k) => [dcg(point.gains, k), dcg(best(point, k).reverse(), k)],
  "ideal ranking in the order of label numbers": (point, k) => {
    const chosen = point.ideal.slice(0, k).toSorted((a, b) => a.label - b.label);
    return [
      dcg(point.gains, k),
      dcg(
        chosen.map(({ gain }) => gain),
        k,
      ),
    ];
  },
  "numerator of pyxclib over that of PSP's best": (point, k) => [
    dcg(point.gains, k) / plain(point, k),
    sum(best(point, k)) / k,
  ],
  "mean of ratios over the points": (point, k) => [dcg(point.gains, k) / dcg(best(point, k), k), 1],
};

const { hidden } = presets.paper;
const ranker = createRanker({ features: rows.numFeatures, items: rows.numLabels, hidden, seed: 1 });
const threads = values.threads === undefined ? {} : { threads: Number(values.threads) };
await train(ranker, rows, { preset: "paper", learningRates: [1e-3], ...threads });
const { k: width, items } = await ranker.rank(test.features, { k: depth, ...threads });
const points = Array.from({ length: test.numRows }, (_, row) => row).flatMap((row): Point[] => {
  const labels = Array.from(rowIndices(test.labels, row));
  const relevant = new Set(labels);
  const ideal = labels.map((label) => ({ label, gain: propensity[label] })).sort((a, b) => b.gain - a.gain);
  const gains = Array.from(items.subarray(row * width, (row + 1) * width), (label) =>
    relevant.has(label) ? propensity[label] : 0,
  );
  return labels.length === 0 ? [] : [{ gains, ideal }];
});

const line = (name: string, figures: readonly number[]): void =>
  console.log(`${name.padEnd(48)}${figures.map((x) => x.toFixed(2).padStart(8)).join("")}`);
console.log(`${"".padEnd(48)}${cutOffs.map((k) => `k = ${k}`.padStart(8)).join("")}`);
for (const [name, convention] of Object.entries(conventions)) {
  const figures = cutOffs.map((k) => {
    const parts = points.map((point) => convention(point, k));
    return (100 * sum(parts.map(([top]) => top))) / sum(parts.map(([, bottom]) => bottom));
  });
  line(name, figures);
}
const { PSP = [], PSnDCG = [] } = paperFigures(test.numLabels)?.methods["pl-partition"] ?? {};
line("the paper's PSP (Table 1)", PSP);
line("the paper's PSnDCG (Table 4)", PSnDCG);
