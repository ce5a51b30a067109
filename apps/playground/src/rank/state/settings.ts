/** How a ranking is fitted and shown, as flags of `tierwise fit`. */
export interface RankSettings {
  /** The weight of the prior that keeps utilities finite. */
  readonly prior: number;
  readonly scale: (typeof scales)[number];
  readonly interval: (typeof intervals)[number];
  /** How ties in battles are counted. */
  readonly ties: (typeof tieMethods)[number];
}

/** The scales to choose from: utilities, the default of the command, and values of `--scale`. */
export const scales = ["utility", "elo", "win-probability"] as const;
/** The values of `--interval`. */
export const intervals = ["information", "sandwich", "bootstrap"] as const;
/** The values of `--ties`. */
export const tieMethods = ["half", "davidson", "drop"] as const;
/** Priors to choose from. */
export const priors = [0, 0.01, 0.1, 0.5, 1] as const;

/** The settings of a new page. */
export const usualSettings: RankSettings = { prior: 0.1, scale: "utility", interval: "information", ties: "half" };
