import { checkLossSpec, type LossName, type LossSpec, type RankingLoss } from "@tierwise/losses";
import type { TrainingData } from "../data/training-data.ts";
import type { EngineChoice } from "../engines/choose-engine.ts";
import type { TrainingEvent } from "./progress.ts";
import { checkSettings, type PresetName, presets, type TrainingSettings } from "./settings.ts";

/** Where and how often a training writes checkpoints. */
export interface CheckpointOptions {
  /**
   * The directory; {@link loadRanker} reads the best model so far from it, {@link resumeTraining} goes on from it. A model that is there
   * already stays, and is what loads, until the training is finished.
   */
  readonly directory: string;
  /**
   * A checkpoint is written before the first step, after an epoch or a step where the last one is so many seconds old, when the
   * training is aborted, and at its end. Default: 60.
   */
  readonly everySeconds?: number;
}

/** Options that do not change what a training computes, but how: a training that is resumed may have others. */
export interface RunOptions extends EngineChoice {
  /** Number of threads; results do not depend on it. Default: all cores. */
  readonly threads?: number;
  /**
   * Cancels the training after the current step, or the current validation: once a checkpoint is written, where they are kept, the
   * call rejects with the signal's reason, an `AbortError` by default. The ranker has the best weights so far.
   */
  readonly signal?: AbortSignal;
  /** Called with what happens, about twenty times a second. */
  readonly onProgress?: (event: TrainingEvent) => void;
}

/** What {@link train} takes; what is left out is the preset's. */
export interface TrainOptions extends RunOptions, Partial<Omit<TrainingSettings, "loss" | "validation">> {
  /** Where the other options come from. Default `"default"`. */
  readonly preset?: PresetName;
  /**
   * What is minimized. Default: `"pl-partition"`.
   *
   * - A loss of `@tierwise/losses`: its name, a `LossSpec`, or the loss itself, all of which do the same. Integrals are computed to 1e-9
   *   unless their rule says otherwise.
   * - Any other `RankingLoss`: one of your own, or one without a `spec`. Such a function cannot be handed to other threads: it runs on the
   *   calling one, and must be given again to resume.
   */
  readonly loss?: LossName | LossSpec | RankingLoss;
  /**
   * The share of rows that is held out for validation, or data of its own. Default: the preset's share. Data of its own are not
   * trained on unless `refit: true` is given too.
   */
  readonly validation?: number | TrainingData;
  /** Keeps checkpoints. Default: none. */
  readonly checkpoint?: CheckpointOptions;
}

/** The options that are not settings of a preset. */
const known = ["backend", "checkpoint", "engine", "glas", "loss", "onProgress", "preset", "seed", "signal", "threads"];
/** Options that had other names before. */
const renamed: Readonly<Record<string, string>> = { rates: "learningRates", batch: "batchSize" };

/**
 * The settings that options and their preset come to, checked: the one step from what `train` is given to what it computes with. It
 * throws what {@link train} would throw about options, without data.
 *
 * @param options - What `train` takes.
 * @param seed - The seed where the options have none. Default: 0.
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
    throw new RangeError(`preset is ${JSON.stringify(preset)}; expected "default" or "paper"`);
  }
  const { hidden: _, ...defaults } = presets[preset];
  for (const key of Object.keys(options)) {
    if (key in defaults || known.includes(key)) continue;
    throw new TypeError(`${key} is not an option of train${key in renamed ? `; expected ${renamed[key]}` : ""}`);
  }
  const ownData = isData(validation);
  const given: Partial<Record<keyof TrainingSettings, unknown>> = ownData ? { refit: false } : {};
  for (const key of [...Object.keys(defaults), "glas", "seed"] as (keyof TrainingSettings)[]) {
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

/** Whether validation is on data of its own. */
export function isData(validation: TrainOptions["validation"]): validation is TrainingData {
  return typeof validation === "object" && validation !== null;
}

/** A loss that is a function without a spec, which only the calling thread can run; undefined where it is none. */
export function ownLoss(loss: TrainOptions["loss"]): RankingLoss | undefined {
  return typeof loss === "function" && loss.spec === undefined ? loss : undefined;
}
