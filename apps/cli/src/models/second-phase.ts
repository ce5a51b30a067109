import type { LabeledRows } from "@tierwise/data";
import type { LossSpec } from "@tierwise/losses";
import type { TrainedModel } from "@tierwise/ranker";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { type ModelPlan, trainModel } from "./train-model.ts";
import type { TrainFlags, TrainingTask } from "./training-task.ts";

/** The loss for each expected metric on the command line. */
const metricLosses = { "expected-ndcg": "expected-dcg", "expected-precision": "expected-precision" } as const;

/** The settings of the second phase, which takes a few epochs at half the usual learning rate. */
const settings = { learningRates: [2e-3], decay: "cosine", epochs: 5 } as const;
/** The factor by which the scores of the first phase are multiplied; see `expectedDcgLoss`. */
const SHARPNESS = 3;

/** Parses the loss of `--then`, such as `expected-ndcg@5`. */
export function metricLoss(text: string): LossSpec {
  const [, metric, places] = /^(expected-ndcg|expected-precision)@([1-9][0-9]{0,3})$/.exec(text) ?? [];
  if (metric === undefined) {
    throw new InvalidArgumentError(
      "Expected one of the losses expected-ndcg@k and expected-precision@k, such as expected-ndcg@5.",
    );
  }
  return { name: metricLosses[metric as keyof typeof metricLosses], k: Number(places), sharpness: SHARPNESS };
}

/** Returns the options that `--then` sets for the first phase. Throws if flags contradict `--then`. */
export function firstPhaseOptions(flags: TrainFlags): { readonly refit?: false } {
  if (flags.then === undefined) return {};
  if (flags.refit === true) {
    throw new UsageError(
      "--then compares both phases on the validation rows, but --refit trains on these rows; omit --refit",
    );
  }
  for (const name of ["from", "queue"] as const) {
    if (flags[name] !== undefined) throw new UsageError(`--then cannot be combined with --${name}; omit one of them`);
  }
  return { refit: false };
}

/**
 * Trains a model further on the same rows with the loss of `--then`. Both phases use the same validation rows, and the
 * weights change only if the validation metric improves.
 */
export async function trainSecondPhase(
  { session, place, flags, options }: TrainingTask,
  first: TrainedModel,
  data: LabeledRows,
  plan: Pick<ModelPlan, "resumeCommand" | "validation">,
): Promise<TrainedModel> {
  if (flags.then === undefined) return first;
  session.note(
    `Second phase: ${flags.then.name === "expected-dcg" ? "expected-ndcg" : flags.then.name}@${flags.then.k}`,
  );
  const { seed, criterion, validation = 0.1, threads, engine, backend } = options;
  const shared = { seed, criterion, threads, engine, backend };
  return trainModel(session, {
    ...plan,
    place,
    data,
    resumed: undefined,
    extension: { from: first, replayShare: 0 },
    options: {
      ...(Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined)) as typeof options),
      ...settings,
      validation,
      loss: flags.then,
      replace: true,
      everySeconds: flags.checkpointEvery,
      // Both phases use the same rows, so the label counts of the rows are not added again.
      ...(first.record && { record: first.record }),
    },
  });
}
