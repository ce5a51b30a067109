import { softmax, softmaxMse } from "@tierwise/metrics";
import { groupBy } from "../statistics/group-by.ts";
import { mean } from "../statistics/mean-and-error.ts";
import type { Study, StudyCell } from "../study/study.ts";
import type { Method } from "./methods.ts";
import { fitMseCell, type MseGrid, mseCells, mseIdentity } from "./mse-cell.ts";

/** A fit of the accuracy study, analyzed in more detail. */
export interface ShrinkageCell extends StudyCell {
  /** The name of the study. */
  readonly study: "shrinkage";
  /** N, the number of items. */
  readonly itemCount: number;
  /** n, the number of samples. */
  readonly samples: number;
  /** The method whose objective is minimized. */
  readonly method: Method;
  /** The seed of the data and of the order of the steps. */
  readonly seed: number;
  /** The maximum number of steps. */
  readonly maxSteps: number;
}

/** Properties of a fit, or their means over seeds. */
export interface Shrinkage {
  /** The mean squared error, as in the accuracy study. */
  readonly mse: number;
  /** The slope of a regression of the estimated on the true probabilities; 1 if large probabilities are not shrunk. */
  readonly slope: number;
  /** The correlation of the estimated and the true probabilities. */
  readonly correlation: number;
  /** The factor a that minimizes the error of softmax(a·θ). This factor can be computed only if the true probabilities are known. */
  readonly bestFactor: number;
  /** The error with this factor. */
  readonly mseAtBest: number;
}

/** The result of a cell. */
export interface ShrinkageResult extends Shrinkage, ShrinkageCell {}

/** A method, with means over its seeds. */
export interface ShrinkageSummary extends Shrinkage {
  /** N, the number of items. */
  readonly itemCount: number;
  /** n, the number of samples. */
  readonly samples: number;
  /** The method. */
  readonly method: Method;
  /** The number of seeds. */
  readonly seeds: number;
}

const columns = ["mse", "slope", "correlation", "bestFactor", "mseAtBest"] as const;
const factors = Array.from({ length: 101 }, (_, i) => 0.5 + i / 100);
const heads = ["MSE", "slope", "correlation", "best a", "MSE at a"];

/**
 * Shows why a method that is biased toward equal utilities can have a smaller error. For every method of the accuracy study, on the same
 * data: the error, the slope of a regression of the estimated on the true probabilities, their correlation, and the error after multiplying
 * the utilities by the best common factor.
 *
 * @example
 * ```ts
 * import { runStudy, shrinkageStudy } from "@tierwise/studies";
 *
 * const grid = { itemCounts: [30], samples: [50], seeds: [1], methods: ["PL-LB"], maxSteps: 200 } as const;
 * const { summary } = await runStudy(shrinkageStudy, { cells: shrinkageStudy.cells(grid), threads: 1 });
 * console.log(summary[0].mseAtBest <= summary[0].mse); // true
 * ```
 */
export const shrinkageStudy: Study<ShrinkageCell, ShrinkageResult, readonly ShrinkageSummary[], MseGrid> = {
  name: "shrinkage",
  revision: 1,
  place: "processes",
  cells: (grid) => mseCells(grid).map((cell) => ({ ...cell, study: "shrinkage" })),
  identity: (cell) => ({ ...mseIdentity(cell), factors }),
  run: runShrinkageCell,
  summarize: (results) =>
    groupBy(results, ({ itemCount, samples, method }) => [itemCount, samples, method].join()).map((group) => {
      const [{ itemCount, samples, method }] = group;
      const means = columns.map((column) => [column, mean(group.map((one) => one[column]))]);
      return {
        itemCount,
        samples,
        method,
        seeds: group.length,
        ...(Object.fromEntries(means) as unknown as Shrinkage),
      };
    }),
  table: (summaries) =>
    groupBy(summaries, ({ itemCount, samples }) => [itemCount, samples].join())
      .map((group) => {
        const [{ itemCount, samples, seeds }] = group;
        const rows = group.map((one) => {
          const figures = columns.map((column) =>
            (column.startsWith("mse") ? one[column].toExponential(2) : one[column].toFixed(3)).padStart(13),
          );
          return one.method.padEnd(14) + figures.join("");
        });
        const head = "".padEnd(14) + heads.map((name) => name.padStart(13)).join("");
        return [`N = ${itemCount}, n = ${samples}, means of ${seeds} seeds`, "", head, ...rows].join("\n");
      })
      .join("\n\n"),
};

function runShrinkageCell(cell: ShrinkageCell): ShrinkageResult {
  const { fit, probabilities } = fitMseCell({ ...cell, study: "mse" });
  const errorAt = (a: number): number => {
    const scaled = fit.utilities.map((utility) => a * utility);
    return softmaxMse(scaled, probabilities);
  };
  const errors = factors.map(errorAt);
  const best = errors.indexOf(Math.min(...errors));
  return {
    ...cell,
    mse: errorAt(1),
    ...slopeAndCorrelation(softmax(fit.utilities), probabilities),
    bestFactor: factors[best],
    mseAtBest: errors[best],
  };
}

/** The slope of the regression of the estimates on the true values, and their correlation. */
function slopeAndCorrelation(estimates: Float64Array, truth: Float64Array): Pick<Shrinkage, "correlation" | "slope"> {
  const center = 1 / truth.length;
  let [both, ofEstimates, ofTruth] = [0, 0, 0];
  for (let i = 0; i < truth.length; i++) {
    const [e, t] = [estimates[i] - center, truth[i] - center];
    both += e * t;
    ofEstimates += e * e;
    ofTruth += t * t;
  }
  return { slope: both / ofTruth, correlation: both / Math.sqrt(ofEstimates * ofTruth) };
}
