import { adaGrad, type BattleFit, type FitSettings, fitUtilities, lbfgs, type NamedFit } from "@tierwise/aggregate";
import type { ReadPreferencesResult } from "@tierwise/data";
import type { LossName } from "@tierwise/losses/catalog";
import { UsageError } from "../errors/usage-error.ts";
import { refuseBattleFlags } from "../options/ranking-options.ts";
import type { BattleFitFlags, BattleFits } from "./fit-battle-table.ts";
import { intervalOf } from "./ranking-settings.ts";

/** The flags that determine how a ranking is fitted. */
export interface FittingFlags extends BattleFitFlags {
  readonly loss?: LossName;
  readonly solver?: "adagrad" | "lbfgs";
}

/** A fit of preferences, or of battles with slices. */
export interface DatasetFit {
  readonly fit: NamedFit | BattleFit;
  readonly slices?: BattleFits["slices"];
}

/** Fits the battles of a dataset or, if it has no battles or the loss is not the likelihood, its preferences. */
export async function fitDataset(
  { itemNames, preferences, weights, battles, reading }: ReadPreferencesResult,
  flags: FittingFlags,
  path: string,
): Promise<DatasetFit> {
  checkSeed(flags);
  if (battles !== undefined && !byAdaGrad(flags)) {
    const { fitBattleTable } = await import("./fit-battle-table.ts");
    return fitBattleTable({ ...battles, itemNames }, flags);
  }
  const reason =
    battles === undefined
      ? `applies to battles; ${path} contains ${reading.format}`
      : "works only with the battle likelihood; omit --loss and --solver";
  refuseBattleFlags(flags, reason);
  const interval = flags.interval === undefined ? undefined : intervalOf(flags);
  const settings: FitSettings = {
    ...(flags.prior !== undefined && { prior: flags.prior }),
    ...(flags.maxTier !== undefined && { maxTier: flags.maxTier }),
    ...(interval !== undefined && { interval }),
    ...solverOptions(flags),
  };
  return { fit: fitUtilities({ itemNames, preferences, weights }, settings) };
}

/** Whether the fit uses mini-batches rather than maximizing the likelihood of all observations at once. */
export function byAdaGrad({ loss, solver }: FittingFlags): boolean {
  return solver === "adagrad" || (loss !== undefined && loss !== "pl-partition");
}

/** The seed of mini-batches or of the bootstrap; undefined if the fit is not random. */
export function seedOf(flags: FittingFlags): number | undefined {
  return byAdaGrad(flags) || flags.interval === "bootstrap" ? (flags.seed ?? 0) : undefined;
}

function checkSeed(flags: FittingFlags): void {
  if (flags.seed !== undefined && seedOf(flags) === undefined) {
    throw new UsageError("--seed requires --solver adagrad or --interval bootstrap");
  }
}

function solverOptions(flags: FittingFlags): Pick<FitSettings, "loss" | "solver"> {
  const { loss, solver, maxIterations, interval } = flags;
  if (!byAdaGrad(flags)) return maxIterations === undefined ? {} : { solver: lbfgs({ maxIterations }) };
  if (solver === "lbfgs")
    throw new UsageError(`--solver lbfgs cannot minimize --loss ${loss}; expected --loss pl-partition`);
  if (interval !== undefined)
    throw new UsageError("--interval requires a maximum likelihood fit; omit --loss and --solver");
  const limit = maxIterations === undefined ? {} : { epochs: maxIterations };
  return { solver: adaGrad({ seed: flags.seed ?? 0, ...limit }), ...(loss && { loss }) };
}
