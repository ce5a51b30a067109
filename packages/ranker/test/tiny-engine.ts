import { loadKernelModuleSync } from "@tierwise/kernels";
import type { LossSpec } from "@tierwise/losses";
import { createRanker, type Ranker } from "@tierwise/ranker";
import { mostEntries } from "../src/data/sparse-rows.ts";
import { prepareData } from "../src/data/training-data.ts";
import type { Engine } from "../src/engines/kernels/engine.ts";
import { kernelEngine } from "../src/engines/kernels/kernel-engine.ts";
import { labelTarget, mostLabels } from "../src/engines/kernels/label-target.ts";
import type { SampleOptions } from "../src/engines/kernels/sampled/sampled-arrays.ts";
import { allocateTrainingNetwork, type StepOptions } from "../src/engines/kernels/training-arrays.ts";
import { copyWeights } from "../src/model/layers.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

export const batchSize = 32;

interface TinyEngineOptions extends Partial<StepOptions> {
  /** The weight of GLaS. Default: disabled. */
  readonly glas?: number;
  /** The number of items, only some of which occur in the data. */
  readonly items?: number;
  readonly threads?: number;
  /** Negatives. Default: no sampling; the scores of all items are computed. */
  readonly sample?: SampleOptions;
  /** Whether the engine may use one thread if a step is too small to benefit from several threads. */
  readonly fewer?: boolean;
}

/** Creates an engine for the tiny dataset, without a training run, and the ranker that supplies its initial weights. */
export async function tinyEngine(
  loss: LossSpec,
  { glas = 0, items = tinySizes.items, threads = 2, fewer = false, sample, ...options }: TinyEngineOptions = {},
): Promise<[Engine, Ranker]> {
  const shape = { featureCount: tinySizes.features, hidden: tinySizes.hidden, itemCount: items };
  const ranker = createRanker({ ...tinySizes, items, seed: 5 });
  const prepared = prepareData(tinyData(300, 1, items), shape);
  const all = Int32Array.from({ length: prepared.rowCount }, (_, row) => row);
  const target = glas === 0 ? undefined : labelTarget(prepared, all);
  const network = allocateTrainingNetwork({
    shape,
    module: loadKernelModuleSync(),
    batchRows: batchSize,
    batchEntries: mostEntries(prepared.features, batchSize),
    threads,
    options: { seed: 5, inputDropout: 0, hiddenDropout: 0, weightDecay: 0, ...options },
    loss,
    preferences: prepared.preferences,
    sample,
    glas: target && { weight: glas, target, mostLabels: mostLabels(prepared, batchSize) },
  });
  copyWeights(network, ranker.weights);
  return [await kernelEngine(network, prepared, { threads, fewer }), ranker];
}
