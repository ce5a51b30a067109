// Trains on the kernels and on WebGPU, and prints the differences between the results as JSON. Runs in a separate process, because the path
// of the device libraries must be set in the environment before the process starts.
import { env, memory } from "@tensorflow/tfjs-core";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { loadKernelModuleSync } from "@tierwise/kernels";
import { type PreparedData, prepareData } from "../../src/data/training-data.ts";
import type { Engine } from "../../src/engines/kernels/engine.ts";
import { kernelEngine } from "../../src/engines/kernels/kernel-engine.ts";
import { allocateTrainingNetwork, type TrainingNetwork } from "../../src/engines/kernels/training-arrays.ts";
import { readyBackend, tfjsEngine } from "../../src/engines/tfjs/tfjs-engine.ts";
import { createRanker, type TrainOptions, train } from "../../src/index.ts";

export interface WebGpuReport {
  readonly sentence: string;
  /** The largest differences in weights, biases and mean losses after ten steps, with the loss on the device or on the host. */
  readonly steps: Readonly<Record<"device" | "host", { readonly weights: number; readonly losses: number }>>;
  /** For two epochs of training: the largest difference between the engines' scores, and the largest change in a score during training. */
  readonly training: { readonly difference: number; readonly moved: number };
  /** The number of leaked tensors. */
  readonly tensors: number;
}

const shape = { featureCount: 60, hidden: 24, itemCount: 120 };
const dataset = generateXmlDataset({
  rows: 64,
  features: 60,
  labels: 120,
  labelsPerRow: 4,
  featuresPerRow: 8,
  seed: 3,
});
const data: PreparedData = prepareData(dataset, shape);
const rows = Int32Array.from({ length: data.rowCount }, (_, row) => row);
const batchSize = 32;

const { readyError, backend } = await readyBackend("webgpu").then(
  (ready) => ({ readyError: undefined, backend: ready }),
  (error: Error) => ({ readyError: error.message, backend: undefined }),
);
if (backend === undefined) {
  process.stdout.write(JSON.stringify({ unavailable: readyError }));
} else {
  // Without this setting, tfjs would compute small tensors in JavaScript.
  env().set("WEBGPU_CPU_FORWARD", false);
  const before = memory().numTensors;
  const steps = { device: await compareSteps("device"), host: await compareSteps("host") };
  const training = await compareTraining();
  const report: WebGpuReport = { sentence: backend.sentence, steps, training, tensors: memory().numTensors - before };
  process.stdout.write(JSON.stringify(report));
}

function newNetwork(): TrainingNetwork {
  return allocateTrainingNetwork({
    shape,
    module: loadKernelModuleSync(),
    batchRows: batchSize,
    batchEntries: data.features.indices.length,
    threads: 1,
    options: { seed: 2, inputDropout: 0.1, hiddenDropout: 0.2, weightDecay: 0.01 },
    loss: { name: "pl-partition" },
    preferences: data.preferences,
  });
}

/** Takes ten steps on both engines, from the same weights. */
async function compareSteps(lossOn: "device" | "host"): Promise<{ weights: number; losses: number }> {
  const kernels = await kernelEngine(newNetwork(), data, { threads: 1 });
  const tfjs = await tfjsEngine(newNetwork(), data, {
    threads: 1,
    backend: backend ?? { sentence: "", graphicsCard: false },
    lossOn,
  });
  const [expected, found] = [await tenSteps(kernels), await tenSteps(tfjs)];
  await tfjs.pull();
  const weights = (["input", "output"] as const).flatMap((layer) =>
    (["weights", "bias"] as const).map((part) =>
      largestDifference(tfjs.network[layer][part], kernels.network[layer][part]),
    ),
  );
  await tfjs.close();
  await kernels.close();
  return { weights: Math.max(...weights), losses: largestDifference(found, expected) };
}

/** The mean losses of ten steps. */
async function tenSteps(engine: Engine): Promise<Float32Array> {
  await engine.reset(7);
  const losses = new Float32Array(10);
  for (let i = 0; i < losses.length; i++) {
    const from = batchSize * (i % 2);
    losses[i] = (await engine.train(rows, from, from + batchSize, 1e-2)) / batchSize;
  }
  return losses;
}

/** Trains for two epochs through the public API, with held-out rows. */
async function compareTraining(): Promise<{ difference: number; moved: number }> {
  const settings: TrainOptions = {
    learningRates: [1e-2],
    batchSize: batchSize,
    epochs: 2,
    validation: 0.25,
    refit: false,
    threads: 1,
  };
  const [untrained, kernels, tfjs] = [1, 2, 3].map(() =>
    createRanker({ features: 60, hidden: 24, items: 120, seed: 5 }),
  );
  await train(kernels, dataset, settings);
  await train(tfjs, dataset, { ...settings, engine: "tfjs", backend: "webgpu" });
  const scores = kernels.scores(dataset.features);
  return {
    difference: largestDifference(tfjs.scores(dataset.features), scores),
    moved: largestDifference(untrained.scores(dataset.features), scores),
  };
}

/** The largest absolute difference, or NaN if any difference is NaN. */
function largestDifference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length)
    throw new RangeError(`a has ${a.length} numbers and b has ${b.length}; expected the same number`);
  return a.reduce((largest, x, i) => Math.max(largest, Math.abs(x - b[i])), 0);
}
