import { checkLossSpec, type LossName, type LossSpec, type RankingLoss } from "@tierwise/losses";
import type { TrainingData } from "../data/training-data.ts";
import type { EngineChoice } from "../engines/choose-engine.ts";
import type { TrainingEvent } from "./progress.ts";
import { checkSettings, type PresetName, presets, type TrainingSettings } from "./settings.ts";

/** Where and how often training writes checkpoints. */
export interface CheckpointOptions {
  /**
   * The directory. {@link loadRanker} loads the best model so far from it; {@link resumeTraining} resumes training. Until training is
   * finished, an existing model stays in place and can be loaded.
   */
  readonly directory: string;
  /**
   * The number of seconds between checkpoints. Checkpoints are also written before the first step, and when training is aborted or ends.
   * Default: 60.
   */
  readonly everySeconds?: number;
}

/** Options that control how training runs but not what it computes; they may differ when training is resumed. */
export interface RunOptions extends EngineChoice {
  /** The number of threads; results do not depend on it. Default: all cores. */
  readonly threads?: number;
  /**
   * Cancels training after the current step or validation. The call writes a checkpoint, if enabled, and then rejects with the reason of
   * the signal, an `AbortError` by default. The ranker keeps the best weights so far.
   */
  readonly signal?: AbortSignal;
  /** Called with progress events, about twenty times per second. */
  readonly onProgress?: (event: TrainingEvent) => void;
}

/** Options for {@link train}; omitted settings come from the preset. */
export interface TrainOptions extends RunOptions, Partial<Omit<TrainingSettings, "loss" | "validation">> {
  /** The preset that supplies omitted settings. Default: `"default"`. */
  readonly preset?: PresetName;
  /**
   * The loss to minimize. Default: `"pl-partition"`.
   *
   * - A loss from `@tierwise/losses`: its name, a `LossSpec`, or the loss itself; all three are equivalent. Integrals are computed to 1e-9
   *   unless the rule sets a different tolerance.
   * - Any other `RankingLoss`, which is a function without a `spec`. It cannot be sent to other threads, so it runs on the calling thread,
   *   and it must be passed again to resume training.
   */
  readonly loss?: LossName | LossSpec | RankingLoss;
  /**
   * The fraction of rows to hold out for validation, or a separate dataset. A separate dataset is used for training only with
   * `refit: true`. Default: the fraction of the preset.
   */
  readonly validation?: number | TrainingData;
  /** Where and how often to write checkpoints. Default: no checkpoints. */
  readonly checkpoint?: CheckpointOptions;
}

/** The options that are not settings of a preset. */
const known = [
  "backend",
  "checkpoint",
  "engine",
  "glas",
  "keepMoments",
  "loss",
  "onProgress",
  "preset",
  "seed",
  "seen",
  "signal",
  "threads",
];
const renamed: Readonly<Record<string, string>> = { rates: "learningRates", batch: "batchSize" };

/**
 * Combines options with their preset into complete, checked settings. For invalid options, throws the same errors as {@link train}, but
 * needs no data.
 *
 * @param options - The options of `train`.
 * @param seed - The seed to use if the options have none. Default: 0.
 *
 * @example
 * ```ts
 * import { resolveSettings } from "@tierwise/ranker";
 *
 * const { epochs, batchSize } = resolveSettings({ preset: "paper", epochs: 3 });
 * console.log(epochs, batchSize); // 3 128
 * ```
 */
export function resolveSettings(options: TrainOptions = {}, seed = 0): TrainingSettings {
  const { preset = "default", loss = "pl-partition", validation } = options;
  if (!Object.hasOwn(presets, preset)) {
    throw new RangeError(`preset is ${JSON.stringify(preset)}; expected "default", "fast" or "paper"`);
  }
  const { hidden: _, ...defaults } = presets[preset];
  for (const key of Object.keys(options)) {
    if (key in defaults || known.includes(key)) continue;
    throw new TypeError(`${key} is not an option of train${key in renamed ? `; expected ${renamed[key]}` : ""}`);
  }
  const ownData = isData(validation);
  const given: Partial<Record<keyof TrainingSettings, unknown>> = ownData ? { refit: false } : {};
  for (const key of [...Object.keys(defaults), "glas", "keepMoments", "seed", "seen"] as (keyof TrainingSettings)[]) {
    const value = options[key as keyof TrainOptions];
    if (value !== undefined) given[key] = value;
  }
  const spec = typeof loss === "string" ? { name: loss } : typeof loss === "function" ? loss.spec : loss;
  const settings = {
    seed,
    ...defaults,
    ...given,
    loss: ownLoss(loss) === undefined ? spec : "given",
    ...(ownData ? { validation: "given" } : {}),
  } as TrainingSettings;
  checkSettings(settings);
  if (settings.loss !== "given") checkLossSpec(settings.loss);
  return settings;
}

export function isData(validation: TrainOptions["validation"]): validation is TrainingData {
  return typeof validation === "object" && validation !== null;
}

/** The loss if it is a function without a spec, so that only the calling thread can run it; otherwise undefined. */
export function ownLoss(loss: TrainOptions["loss"]): RankingLoss | undefined {
  return typeof loss === "function" && loss.spec === undefined ? loss : undefined;
}
