import type { LikelihoodOptions, PackedPreferences } from "@tierwise/core-integrator";
import type { RankingLoss } from "@tierwise/losses";
import type { Interval } from "../intervals/interval.ts";
import type { NormalizedWeights } from "../observations/weighted-preferences.ts";
import type { Fit } from "./fit.ts";
import type { FitProgress } from "./progress.ts";

/** A method for fitting utilities: {@link lbfgs}, {@link adaGrad}, or a custom one. */
export interface Solver {
  /** The solver's name, as shown in messages. */
  readonly name: string;
  /**
   * Fits the utilities.
   *
   * @param problem - The data and options.
   */
  readonly fit: (problem: FitProblem) => Fit;
}

/** The input of a solver. The input has been checked, and the weights have been scaled to at most 1. */
export interface FitProblem extends NormalizedWeights {
  /** The observations. */
  readonly preferences: PackedPreferences;
  /** The loss to minimize; undefined to maximize the likelihood. */
  readonly loss: RankingLoss | undefined;
  /** The `rule` and `maxTier` of the likelihood. */
  readonly likelihood: LikelihoodOptions;
  /** How standard errors are computed: false to skip them, undefined for the solver's default. */
  readonly interval: Interval | false | undefined;
  /** The cluster of each observation, as an integer from 0; undefined if all observations are independent. Clusters are independent. */
  readonly clusters?: Int32Array | undefined;
  /** A function to call with the progress of the fit. */
  readonly onProgress: ((progress: FitProgress) => void) | undefined;
  /** The abort signal. Solvers call its `throwIfAborted` before every step. */
  readonly signal: AbortSignal | undefined;
}
