import { loadKernelModule } from "@tierwise/kernels";
import { inContentOrder } from "../data/content-order.ts";
import { shared } from "../data/shared-array.ts";
import { mostEntries } from "../data/sparse-rows.ts";
import { concatData, itemCounts, type PreparedData, prepareData, type TrainingData } from "../data/training-data.ts";
import { mostLabels } from "../glas/batch-labels.ts";
import { labelTarget } from "../glas/label-target.ts";
import { allocateTrainingNetwork, type TrainingNetwork } from "../network/training-arrays.ts";
import type { Ranker } from "../ranker.ts";
import { type HeldOut, holdOut } from "./hold-out.ts";
import type { TrainingSettings } from "./settings.ts";

/** The data of a training and how they are divided. */
export interface Session {
  readonly data: PreparedData;
  readonly rows: HeldOut;
}

/** Lays the data out, in an order of its own, and holds some rows out. */
export function prepareSession(
  { features, hidden, items, normalize }: Ranker,
  given: TrainingData,
  validationData: TrainingData | undefined,
  { validation, seed }: TrainingSettings,
): Session {
  const shape = { features, hidden, items };
  const training = inContentOrder(prepareData(given, shape, normalize));
  if (training.rowCount === 0) throw new RangeError("the data have no rows; expected at least one");
  if (validation !== "given") {
    const rows = holdOut(training.rowCount, validation, seed);
    if (rows.train.length === 0) throw new RangeError(`validation is ${validation}, which leaves no row to train on`);
    if (validation > 0 && rows.validation.length === 0) {
      throw new RangeError(`validation is ${validation}, which holds out none of ${training.rowCount} rows`);
    }
    return { data: training, rows };
  }
  if (validationData === undefined) {
    throw new TypeError("validation is missing; the training was begun with validation data, expected them again");
  }
  const heldOut = inContentOrder(prepareData(validationData, shape, normalize));
  if (heldOut.rowCount === 0) throw new RangeError("the validation data have no rows; expected at least one");
  const data = concatData(training, heldOut);
  const all = Int32Array.from({ length: data.rowCount }, (_, row) => row);
  return { data, rows: { train: all.slice(0, training.rowCount), validation: all.slice(training.rowCount) } };
}

/** A network with room for everything that the settings ask for. */
export async function allocate(
  { features, hidden, items, kernelBuild }: Ranker,
  { data, rows }: Session,
  settings: TrainingSettings,
  threads: number,
): Promise<TrainingNetwork> {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected an integer of at least 1`);
  }
  const { inputDropout, hiddenDropout, weightDecay, seed, loss, glas = 0 } = settings;
  const batchRows = Math.min(settings.batch, data.rowCount);
  const spec = loss === "given" ? ({ name: "pl-partition" } as const) : loss;
  const byFrequency = spec.negatives?.by === "frequency";
  return allocateTrainingNetwork({
    shape: { features, hidden, items },
    module: await loadKernelModule({ kernelBuild }),
    batchRows,
    batchEntries: Math.max(1, mostEntries(data.features, batchRows)),
    threads,
    options: { inputDropout, hiddenDropout, weightDecay, seed },
    loss: spec,
    preferences: data.preferences,
    glas:
      glas === 0
        ? undefined
        : { weight: glas, target: labelTarget(data, rows.train), mostLabels: mostLabels(data, batchRows) },
    popularity: byFrequency ? shared(itemCounts(data, rows.train).map((count) => count + 1)) : undefined,
  });
}
