import { COLORS } from "../drawing/draw.ts";
import { growthPlot } from "./growth-plot.ts";

/** The time to compute the expected DCG with its gradient, as written by the suite `race`. */
export interface RaceGrowth {
  /** The quantity that grows. */
  readonly axis: "N" | "k, N = 1000" | "k, N = 1e5" | "relevant";
  /** The value of this quantity. */
  readonly value: number;
  /** The time of one row in milliseconds. */
  readonly milliseconds: number;
}

/** The time and the error of a gradient. */
export interface GradientError {
  /** The time in milliseconds. */
  readonly milliseconds: number;
  /** The root mean square error over the items. */
  readonly error: number;
}

/** The time and the error of a sampled gradient. */
export interface SampledGradient extends GradientError {
  /** The number of sampled rankings. */
  readonly samples: number;
}

/** Errors of exact and sampled gradients, as written by the suite `race`. */
export interface SampledGradients {
  /** The exact gradient. */
  readonly exact: GradientError;
  /** PL-Rank-3 with different numbers of samples. */
  readonly sampled: readonly SampledGradient[];
  /** The number of samples for which PL-Rank-3 takes as long as the exact gradient. */
  readonly samplesAtEqualTime: number;
  /** The error of PL-Rank-3 with this number of samples, divided by the error of the exact gradient. */
  readonly ratio: number;
  /** PL-Rank-3 in NumPy at equal time; undefined if NumPy was not available. */
  readonly numpy?: SampledGradient & {
    /** The error of the sampled gradient, divided by the error of the exact gradient. */
    readonly ratio: number;
  };
}

const lines = [
  { axis: "N", name: "items N, k = 10", color: COLORS.orange, symbol: "circle" },
  { axis: "k, N = 1000", name: "places k, N = 1000", color: COLORS.blue, symbol: "square" },
  { axis: "k, N = 1e5", name: "places k, N = 100,000", color: "#222222", symbol: "times" },
  { axis: "relevant", name: "relevant items, N = 100,000", color: COLORS.green, symbol: "triangle" },
] as const;

/** The time to compute the expected DCG with its gradient, as a function of the numbers of items, places and relevant items. */
export function raceGrowthFigure(growth: readonly RaceGrowth[]): string {
  return growthPlot(
    lines.map(({ axis, ...style }) => ({
      ...style,
      points: growth
        .filter((one) => one.axis === axis)
        .map(({ value, milliseconds }) => ({ x: value, y: milliseconds })),
    })),
    { x: "number", y: "milliseconds per row", legend: "top-left" },
  );
}

/** The error of sampled and exact gradients of the expected DCG@10 as a function of computing time. */
export function gradientErrorFigure({ exact, sampled, numpy }: SampledGradients): string {
  return growthPlot(
    [
      {
        name: "PL-Rank-3 in TypeScript, 1 to 1000 samples",
        color: COLORS.blue,
        symbol: "square",
        points: sampled.map(({ milliseconds, error }) => ({ x: 1000 * milliseconds, y: error })),
      },
      ...(numpy === undefined
        ? []
        : [
            {
              name: `PL-Rank-3 in NumPy, ${numpy.samples} samples`,
              color: "#222222",
              symbol: "times" as const,
              points: [{ x: 1000 * numpy.milliseconds, y: numpy.error }],
            },
          ]),
      {
        name: "expectedMetric, at most 1e-16",
        color: COLORS.orange,
        symbol: "circle",
        points: [{ x: 1000 * exact.milliseconds, y: exact.error }],
      },
    ],
    { x: "microseconds", y: "root mean square error of the gradient", tickFormat: "~e", legend: "middle" },
  );
}
