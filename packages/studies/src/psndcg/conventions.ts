/** A test row: the gains 1/p of the ranked labels (0 for a label that the row does not have), and those of the row's labels. */
export interface Point {
  readonly gains: readonly number[];
  /** The gains of the row's labels, largest first. */
  readonly ideal: readonly { readonly gain: number; readonly label: number }[];
}

/** A definition of the metric, a ratio of sums over rows: returns what one row adds to the numerator and the denominator at cutoff k. */
type Convention = (point: Point, k: number) => readonly [number, number];

const sum = (terms: readonly number[]): number => terms.reduce((total, term) => total + term, 0);
const discount = (place: number): number => 1 / Math.log2(place + 2);
/** Σ_j x_j/log₂(j + 1) over the first k gains x. */
const dcg = (gains: readonly number[], k: number): number => sum(gains.slice(0, k).map((x, j) => x * discount(j)));

const plain = ({ ideal }: Point, k: number): number => dcg(Array(Math.min(k, ideal.length)).fill(1), k);
const best = ({ ideal }: Point, k: number): number[] => ideal.slice(0, k).map(({ gain }) => gain);
const conventions: Readonly<Record<string, Convention>> = {
  "PSP, a ratio of sums": (point, k) => [sum(point.gains.slice(0, k)), sum(best(point, k))],
  "PSnDCG, xml-repo": (point, k) => [dcg(point.gains, k), dcg(best(point, k), k)],
  "PSnDCG, pyxclib": (point, k) => {
    const scale = plain(point, k);
    return [dcg(point.gains, k) / scale, dcg(best(point, k), k) / scale];
  },
  "ideal ranking by increasing 1/p": (point, k) => [dcg(point.gains, k), dcg(best(point, k).reverse(), k)],
  "ideal ranking by label number": (point, k) => {
    const chosen = point.ideal.slice(0, k).toSorted((a, b) => a.label - b.label);
    return [
      dcg(point.gains, k),
      dcg(
        chosen.map(({ gain }) => gain),
        k,
      ),
    ];
  },
  "pyxclib's numerator over PSP's denominator": (point, k) => [
    dcg(point.gains, k) / plain(point, k),
    sum(best(point, k)) / k,
  ],
  "mean of ratios over the points": (point, k) => [dcg(point.gains, k) / dcg(best(point, k), k), 1],
};

/** The metric under every convention, in percent, at every cutoff. */
export function conventionFigures(points: readonly Point[], ks: readonly number[]): Record<string, number[]> {
  const figures = Object.entries(conventions).map(([name, convention]) => [
    name,
    ks.map((k) => {
      const parts = points.map((point) => convention(point, k));
      return (100 * sum(parts.map(([top]) => top))) / sum(parts.map(([, bottom]) => bottom));
    }),
  ]);
  return Object.fromEntries(figures) as Record<string, number[]>;
}
