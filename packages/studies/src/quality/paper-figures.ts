import type { Figures, QualityMethod } from "./quality-cell.ts";

/** Published results of a method on a dataset, at k = 1, 3, 5, 10 in percent; NaN if no value was reported. */
export type Reported = Partial<Readonly<Record<keyof Figures, readonly number[]>>>;

/** The paper's results on a dataset: Table 1, Table 2 (SLEEC and LEML, from the repository) and Table 4. */
export interface PaperFigures {
  /** The name of the dataset in the paper. */
  readonly name: string;
  /** Table 3: features, labels, training rows, test rows, samples per label, labels per sample. */
  readonly statistics: readonly number[];
  /** The reported results of each method. */
  readonly methods: Partial<Readonly<Record<QualityMethod, Reported>>>;
}

const none = Number.NaN;

/** Results on the four datasets, by number of labels. */
const byLabels: Readonly<Record<number, PaperFigures>> = {
  983: {
    name: "D-1K",
    statistics: [500, 983, 12_920, 3185, 311.61, 19.03],
    methods: {
      "pl-partition": {
        P: [66.72, 61.3, 56.63, 47.61],
        PSP: [33.22, 34.23, 35.02, 35.26],
        nDCG: [66.72, 62.78, 59.25, 52.48],
        PSnDCG: [33.22, 36.01, 37.58, 39.48],
      },
      "pl-lb": {
        P: [66.12, 60.13, 54.72, 45.76],
        PSP: [30.36, 31.69, 31.82, 31.91],
        nDCG: [66.12, 61.57, 57.51, 50.7],
        PSnDCG: [30.36, 33.26, 34.55, 36.09],
      },
      ranknet: {
        P: [64.11, 58.46, 53.6, 45.62],
        PSP: [32.02, 32.76, 32.85, 33.27],
        nDCG: [64.11, 60.0, 56.29, 50.23],
        PSnDCG: [32.02, 34.34, 35.77, 37.43],
      },
      ranksvm: {
        P: [61.95, 57.05, 52.74, 44.57],
        PSP: [31.03, 31.61, 32.2, 32.71],
        nDCG: [61.95, 58.24, 55.01, 49.08],
        PSnDCG: [31.03, 33.29, 34.87, 36.52],
      },
      sleec: { P: [67.59, 61.38, 56.56, none], PSP: [32.11, 33.21, 33.83, none] },
      leml: { P: [65.67, 60.55, 56.08, none], PSP: [30.73, 32.43, 33.26, none] },
    },
  },
  3993: {
    name: "E-4K",
    statistics: [5000, 3993, 15_539, 3809, 25.73, 5.31],
    methods: {
      "pl-partition": {
        P: [78.12, 62.81, 51.75, 33.79],
        PSP: [41.93, 43.46, 45.7, 57.13],
        nDCG: [78.12, 66.4, 59.66, 57.34],
        PSnDCG: [41.93, 47.61, 50.51, 50.76],
      },
      "pl-lb": {
        P: [66.46, 51.58, 41.35, 26.99],
        PSP: [34.55, 34.37, 34.44, 42.5],
        nDCG: [66.46, 55.16, 48.71, 46.78],
        PSnDCG: [34.55, 38.18, 39.19, 39.19],
      },
      ranknet: {
        P: [77.57, 63.05, 52.55, 34.36],
        PSP: [42.81, 45.55, 48.61, 60.83],
        nDCG: [77.57, 66.56, 59.86, 57.78],
        PSnDCG: [42.81, 49.83, 52.98, 53.33],
      },
      ranksvm: {
        P: [76.46, 61.88, 50.95, 32.56],
        PSP: [42.71, 45.69, 47.43, 57.5],
        nDCG: [76.46, 65.32, 58.61, 56.35],
        PSnDCG: [42.71, 49.87, 52.5, 52.72],
      },
      sleec: { P: [79.26, 64.3, 52.33, none], PSP: [34.25, 39.83, 42.76, none] },
      leml: { P: [63.4, 50.35, 41.28, none], PSP: [24.1, 27.2, 29.09, none] },
    },
  },
  30938: {
    name: "W-31K",
    statistics: [101_938, 30_938, 14_146, 6616, 8.52, 18.64],
    methods: {
      "pl-partition": {
        P: [85.97, 73.07, 63.01, 47.69],
        PSP: [13.01, 13.46, 14.03, 15.7],
        nDCG: [85.97, 76.08, 68.4, 56.17],
        PSnDCG: [13.01, 14.41, 15.98, 18.98],
      },
      "pl-lb": {
        P: [80.73, 54.14, 44.88, 31.36],
        PSP: [9.24, 7.61, 7.62, 7.61],
        nDCG: [80.73, 59.79, 51.85, 40.24],
        PSnDCG: [9.24, 8.72, 9.25, 10.22],
      },
      ranknet: {
        P: [82.35, 67.33, 56.96, 42.47],
        PSP: [12.9, 12.95, 13.18, 14.9],
        nDCG: [82.35, 70.88, 62.81, 50.71],
        PSnDCG: [12.9, 14.07, 15.31, 17.99],
      },
      ranksvm: {
        P: [80.88, 60.3, 50.81, 37.5],
        PSP: [12.55, 12.18, 12.2, 13.04],
        nDCG: [80.88, 64.39, 56.67, 45.56],
        PSnDCG: [12.55, 13.32, 14.33, 16.46],
      },
      sleec: { P: [85.88, 72.98, 62.7, none], PSP: [11.14, 11.86, 12.4, none] },
      leml: { P: [73.47, 62.43, 54.35, none], PSP: [9.41, 10.07, 10.55, none] },
    },
  },
  205443: {
    name: "D-200K",
    statistics: [782_585, 205_443, 196_606, 100_095, 72.29, 75.54],
    methods: {
      "pl-partition": {
        P: [47.58, 42.09, 39.23, 35.11],
        PSP: [8.72, 9.19, 9.82, 11.01],
        nDCG: [47.58, 43.32, 41.07, 37.69],
        PSnDCG: [8.72, 9.98, 10.98, 12.51],
      },
      "pl-lb": {
        P: [40.38, 37.4, 35.65, 32.4],
        PSP: [6.79, 7.74, 8.46, 9.75],
        nDCG: [40.38, 37.85, 36.5, 33.99],
        PSnDCG: [6.79, 8.27, 9.27, 10.83],
      },
      ranknet: {
        P: [41.93, 38.92, 36.94, 33.66],
        PSP: [7.06, 8.17, 8.93, 10.2],
        nDCG: [41.93, 39.68, 38.09, 35.55],
        PSnDCG: [7.06, 8.67, 9.79, 11.39],
      },
      ranksvm: {
        P: [41.41, 38.46, 36.67, 33.44],
        PSP: [7.13, 8.13, 8.92, 10.21],
        nDCG: [41.41, 39.24, 37.77, 35.2],
        PSnDCG: [7.13, 8.7, 9.79, 11.42],
      },
      sleec: { P: [47.85, 42.21, 39.43, none], PSP: [7.17, 8.16, 8.96, none] },
      leml: { P: [40.73, 37.71, 35.84, none], PSP: [6.06, 7.24, 8.1, none] },
    },
  },
};

/**
 * The best published tree methods on Delicious-1K, as listed by the extreme classification repository. These numbers have not been checked
 * against the repository; verify them before quoting them.
 */
export const publishedTrees: Readonly<Record<string, Reported>> = {
  FastXML: { P: [69.61, 64.12, 59.27, none], PSP: [32.35, 34.51, 35.43, none] },
  PfastreXML: { P: [67.13, 62.33, 58.62, none], PSP: [34.57, 34.8, 35.86, none] },
};

/**
 * The paper's results on one of its datasets, identified by its number of labels.
 *
 * @param labels - N, the number of labels.
 * @returns The results, or undefined if none of the paper's datasets has this number of labels.
 *
 * @example
 * ```ts
 * import { paperFigures } from "@tierwise/studies";
 *
 * console.log(paperFigures(983)?.methods["pl-partition"]?.P?.[0]); // 66.72
 * ```
 */
export function paperFigures(labels: number): PaperFigures | undefined {
  return byLabels[labels];
}
