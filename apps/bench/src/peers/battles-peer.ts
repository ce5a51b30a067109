import { pythonPeer } from "./python-peer.ts";

/** The output of `peers/battles.py FILE time`. */
export interface BattlesPeer {
  readonly parameters: readonly number[];
  readonly standardErrors: readonly number[];
  readonly readSeconds: number;
  readonly fitSeconds: number;
  readonly resampleSeconds: number;
}

/** Fits a CSV file of battles in numpy, with bootstrap resamples; returns undefined if TIERWISE_PYTHON (default: python3) has no numpy. */
export function battlesPeer(path: string, resamples: number): BattlesPeer | undefined {
  return pythonPeer("battles.py", { args: [path, "time", resamples, 1], modules: ["numpy"] });
}
