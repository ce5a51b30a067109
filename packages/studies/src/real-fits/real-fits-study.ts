import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fitUtilities, lbfgs } from "@tierwise/aggregate";
import { readRealSet, realSetNames } from "../data/real-sets.ts";
import type { Study, StudyCell } from "../study/study.ts";
import { utilityTable } from "./utility-table.ts";

/** The fit of one real dataset. */
export interface RealFitCell extends StudyCell {
  /** The name of the study. */
  readonly study: "real-fits";
  /** The directory of the datasets. */
  readonly root: string;
  /** The dataset, as a path relative to `root`. */
  readonly set: string;
  /** The first 128 bits of a SHA-256 of the file. */
  readonly fingerprint: string;
  /** The strength of the prior that is used if the data alone do not determine finite utilities. */
  readonly prior: number;
}

/** The result of a fit. */
export interface RealFitResult extends RealFitCell {
  /** The name of the dataset. */
  readonly name: string;
  /** The names of the items. */
  readonly itemNames: readonly string[];
  /** The number of observations, counted with multiplicity. */
  readonly observations: number;
  /** One utility per item, with mean 0. */
  readonly utilities: readonly number[];
  /** The standard errors of the utilities, if available. */
  readonly standardErrors?: readonly number[];
  /** A message that explains why the fit without a prior has no solution; undefined if it has one. */
  readonly problem?: string;
  /** The number of iterations of the solver. */
  readonly iterations: number;
  /** Whether the solver converged. */
  readonly converged: boolean;
  /** The largest absolute entry of the gradient. */
  readonly gradientNorm: number;
  /** The time of the fit, including standard errors. */
  readonly seconds: number;
}

/** Settings of the study. */
export interface RealFitSettings {
  /** The directory of the datasets, for example the value of `TIERWISE_DATA`. */
  readonly root: string;
  /** Restricts the study to datasets whose path contains this text. Default: all datasets. */
  readonly only?: string;
}

/** The strength of the prior: weak, but enough to keep utilities finite. */
const PRIOR = 0.1;
const SOLVER = { tolerance: 1e-8, maxIterations: 1000 } as const;

/**
 * Computes utilities with 95% intervals for real datasets: NASCAR 2002 and the elections in PrefLib.
 *
 * @example
 * ```ts
 * import { realFitsStudy, runStudy } from "@tierwise/studies";
 *
 * const { summary } = await runStudy(realFitsStudy, { cells: realFitsStudy.cells({ root: "no-such-folder" }) });
 * console.log(summary.length); // 0
 * ```
 */
export const realFitsStudy: Study<RealFitCell, RealFitResult, readonly RealFitResult[], RealFitSettings> = {
  name: "real-fits",
  revision: 1,
  // Fits run one at a time, because they are timed.
  place: "here",
  cells: ({ root, only = "" }) =>
    realSetNames(root)
      .filter((set) => set.includes(only))
      .map((set) => {
        const fingerprint = createHash("sha256")
          .update(readFileSync(join(root, set)))
          .digest("hex")
          .slice(0, 32);
        return { study: "real-fits", root, set, fingerprint, prior: PRIOR };
      }),
  identity: ({ root: _, ...cell }) => ({ ...cell, solver: SOLVER }),
  run: runRealFit,
  summarize: (results) => results,
  table: (results) => {
    const slowest = Math.max(0, ...results.map(({ seconds }) => seconds));
    const needed = results.filter(({ problem }) => problem !== undefined).length;
    return [
      ...results.map(fitText),
      `${results.length} datasets, the slowest in ${slowest.toFixed(2)} s, standard errors included; ${needed} needed a prior`,
    ].join("\n");
  },
};

async function runRealFit(cell: RealFitCell): Promise<RealFitResult> {
  const { name, itemNames, preferences, weights } = await readRealSet(cell.root, cell.set);
  const how = { items: itemNames.length, weights, solver: lbfgs(SOLVER) };
  const start = performance.now();
  const plain = fitUtilities(preferences, how);
  const { problem } = plain;
  const found = problem === undefined ? plain : fitUtilities(preferences, { ...how, prior: cell.prior });
  const seconds = (performance.now() - start) / 1000;
  const { utilities, standardErrors, iterations, converged, gradientNorm } = found;
  return {
    ...cell,
    name,
    itemNames,
    observations: weights.reduce((sum, weight) => sum + weight, 0),
    utilities: Array.from(utilities),
    ...(standardErrors === undefined ? {} : { standardErrors: Array.from(standardErrors) }),
    ...(problem === undefined ? {} : { problem }),
    iterations,
    converged,
    gradientNorm,
    seconds,
  };
}

function fitText(result: RealFitResult): string {
  const { name, itemNames, observations, iterations, seconds, converged, gradientNorm, problem, prior } = result;
  const state = converged ? `gradient ${gradientNorm.toExponential(0)}` : "NOT CONVERGED";
  const cost = `${iterations} steps, ${seconds.toFixed(2)} s, ${state}`;
  const title = `${name}: ${itemNames.length} items, ${observations} observations; ${cost}`;
  const why = problem === undefined ? "" : `${problem}; here λ = ${prior}\n`;
  return `${title}\n${why}\n${utilityTable(itemNames, result)}\n`;
}
