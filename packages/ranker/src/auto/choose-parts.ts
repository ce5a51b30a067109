import type { AutoSettings, AutoTrial, LinearTrial, NeighborTrial } from "../model/auto-report.ts";
import type { LinearPart } from "../model/linear-part.ts";
import type { NeighborSettings } from "../model/neighbors-part.ts";
import { mostLinearItems } from "../network/linear-ranker.ts";
import { mostNeighborEntries } from "../training/stored-neighbors.ts";
import { summarize } from "./row-values.ts";
import type { ScoredRows } from "./scored-rows.ts";
import { runTrial, type TrialSetting } from "./trial.ts";
import { tryLinearParts } from "./try-linear-parts.ts";
import { tryNeighbors } from "./try-neighbors.ts";

/** The parts to try in addition to the networks. */
export interface TriedParts {
  readonly linear: boolean;
  readonly neighbors: boolean;
}

/**
 * The parts to try: a linear part if several networks with enough hidden units are averaged, and neighbors unless the options disable them
 * or there are too many training rows. No parts are tried without validation rows, or if validation excludes seen items.
 */
export function partsToTry(
  { sizes, options, folds, data }: TrialSetting,
  { hidden }: AutoSettings,
  members: number,
): TriedParts {
  const some = folds.length > 0 && options.seen !== "exclude";
  return {
    linear: some && members > 1 && sizes.itemCount <= mostLinearItems(hidden),
    neighbors: some && options.neighbors !== false && data.features.indices.length <= mostNeighborEntries,
  };
}

/** The parts that improve networks with the chosen settings. */
export interface ChosenParts {
  readonly trials: readonly AutoTrial[];
  readonly linearTrials?: readonly LinearTrial[];
  readonly linear?: LinearPart;
  readonly neighborTrials?: readonly NeighborTrial[];
  readonly neighbors?: NeighborSettings;
}

/**
 * Tries parts in addition to a network with the chosen settings. The network is trained for all epochs on the first fold, because any part
 * would improve a briefly trained network. Linear parts are tried first, then neighbors; the best of each is kept if it improves the
 * criterion by more than the standard error of the difference.
 */
export async function chooseParts(
  setting: TrialSetting,
  settings: AutoSettings,
  { found, epochs, tried }: PartsPlan,
): Promise<ChosenParts> {
  const first = { ...setting, folds: setting.folds.slice(0, 1) };
  const full = await runTrial(first, settings, { epochs, keep: true });
  const { trials, chosen: candidate } = found;
  if (full === undefined) return { trials };
  const round = (trials.at(-1)?.round ?? 0) + 1;
  const trial: AutoTrial = { candidate, round, settings, epochs, ...summarize(full.values, undefined) };
  const [{ ranker, scores }] = full.kept;
  let base: ScoredRows = { scores, values: full.values };
  let parts: ChosenParts = { trials: [...trials, trial] };
  if (tried.linear) {
    const { trials: linearTrials, best } = await tryLinearParts(first, settings, base);
    const linear = better(linearTrials, base);
    if (linear !== undefined) base = best;
    parts = { ...parts, linearTrials, ...(linear && { linear: { cost: linear.cost, weight: linear.weight } }) };
  }
  if (tried.neighbors) {
    const neighborTrials = tryNeighbors(first, settings, { base, ranker });
    const { count, power, weight } = better(neighborTrials, base) ?? {};
    parts = { ...parts, neighborTrials, ...(count && power && weight && { neighbors: { count, power, weight } }) };
  }
  return parts;
}

interface PartsPlan {
  readonly found: { readonly trials: readonly AutoTrial[]; readonly chosen: number };
  readonly epochs: number;
  readonly tried: TriedParts;
}

/** The first trial, which is the best one; undefined unless it exceeds the base by more than the standard error of the difference. */
function better<Trial extends { readonly value: number; readonly differenceError: number }>(
  [best]: readonly Trial[],
  { values }: ScoredRows,
): Trial | undefined {
  return best.value - summarize(values, undefined).value > best.differenceError ? best : undefined;
}
