import type { LikelihoodOptions, PackedPreferences } from "@tierwise/core-integrator";
import type { RankingLoss } from "@tierwise/losses";
import type { Interval } from "../intervals/interval.ts";
import type { NormalizedWeights } from "../observations/normalized-weights.ts";
import type { Fit } from "./fit.ts";
import type { FitProgress } from "./progress.ts";

/** A way to fit utilities: {@link lbfgs}, {@link adaGrad}, or one of your own. */
export interface Solver {
  /** The name that messages use. */
  readonly name: string;
  /**
   * Fits.
   *
   * @param problem - What to fit.
   */
  readonly fit: (problem: FitProblem) => Fit;
}

/** What a solver gets: checked, and with weights of at most 1. */
export interface FitProblem extends NormalizedWeights {
  /** The observations. */
  readonly preferences: PackedPreferences;
  /** What is minimized; undefined for the likelihood. */
  readonly loss: RankingLoss | undefined;
  /** The rule and the largest tier of the likelihood. */
  readonly likelihood: LikelihoodOptions;
  /** How standard errors are computed: false for not at all, undefined for the solver's default. */
  readonly interval: Interval | false | undefined;
  /** Where progress is reported. */
  readonly onProgress: ((progress: FitProgress) => void) | undefined;
  /** To be looked at before every step: its `throwIfAborted` ends the fit. */
  readonly signal: AbortSignal | undefined;
}
