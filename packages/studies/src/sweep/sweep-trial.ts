import type { JobContext } from "@tierwise/jobs";
import { criterionValue, presets, resolveSettings } from "@tierwise/ranker";
import { type DataReference, loadData } from "../data/data-reference.ts";
import { trainCellRanker } from "../training/train-ranker.ts";
import type { SweepSettings } from "./sweep-plan.ts";

/** A trial as a job: settings and a number of epochs. */
export interface TrialSettings {
  /** The data; test rows are not used. */
  readonly data: DataReference;
  /** The settings, with the number of epochs of the rung. */
  readonly settings: SweepSettings;
  /** The seed of training. */
  readonly seed: number;
}

/** The result of a trial. */
export interface TrialResult {
  /** The best value of the criterion on the validation rows, where larger is better; null if training diverged. */
  readonly value: number | null;
  /** The best epoch. */
  readonly epoch: number;
  /** The training time. */
  readonly seconds: number;
}

/** Trains a trial and returns the best value of its criterion. */
export async function runTrial(given: unknown, context: JobContext): Promise<TrialResult> {
  const { data: reference, settings, seed } = given as TrialSettings;
  const { hidden, normalize = false, loss = "pl-partition", learningRate, ...rest } = settings;
  const options = {
    criterion: "precision@5" as const,
    // A sweep only compares validation metrics; a model with the best settings is trained on all rows later.
    refit: false,
    ...rest,
    ...(learningRate === undefined ? {} : { learningRates: [learningRate] }),
  };
  const data = await loadData(reference, context);
  const units = hidden ?? presets[options.preset ?? "default"].hidden;
  const training = { hidden: units, normalize, options, seed, loss: { name: loss } };
  const trained = await trainCellRanker(data, training, context);
  const { seconds } = trained;
  if (trained.outcome === "diverged") return { value: null, epoch: 0, seconds };
  const { criterion } = resolveSettings(options);
  const values = trained.training.history.flatMap(({ validation }) =>
    validation === undefined ? [] : [criterionValue(validation, criterion)],
  );
  if (values.length === 0)
    throw new RangeError("validation is 0; expected a positive fraction, because a sweep requires validation rows");
  return { value: Math.max(...values), epoch: trained.training.epoch, seconds };
}
