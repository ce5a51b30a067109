import type { XmlDataset, XmlPresetName } from "@tierwise/datasets-xml";
import {
  allocate,
  createKernelMemory,
  createKernels,
  expScale,
  gemmNT,
  loadKernelModule,
  matrix,
} from "@tierwise/kernels";
import type { PhaseSeconds } from "@tierwise/ranker";
import { medianOf } from "@tierwise/studies";
import type { Claim } from "../../timing/suite.ts";
import { batchSize, hidden, processorSeconds, timedSteps } from "./timed-steps.ts";

/** The minimum work of a phase. */
interface Work {
  /** Floating-point operations in products. Default: 0. */
  readonly operations?: number;
  /** Exponentials. Default: 0. */
  readonly exponentials?: number;
  /** Bytes that must pass through memory. */
  readonly bytes: number;
}

/** The mean work per step in each phase that takes noticeable time, for a network of `batchSize` rows and `hidden` units. */
function workOf({ features, numRows, numFeatures, numLabels }: XmlDataset): Partial<Record<keyof PhaseSeconds, Work>> {
  const product = 2 * batchSize * hidden * numLabels;
  const steps = numRows / batchSize;
  const entries = features.indices.length / steps;
  let touched = 0;
  for (let step = 0; step < steps; step++) {
    const { indptr, indices } = features;
    touched += new Set(indices.subarray(indptr[step * batchSize], indptr[(step + 1) * batchSize])).size / steps;
  }
  const float = 4;
  return {
    // Reads the weights of each distinct feature from memory, and those of repeated features from a cache.
    hidden: { bytes: float * hidden * Math.min(entries, numFeatures) },
    forward: { operations: product, bytes: float * numLabels * (hidden + batchSize) },
    // Two passes, each with one exponential per score: the first reads the scores; the second reads them again and writes the gradient.
    loss: { exponentials: 2 * numLabels * batchSize, bytes: 3 * float * numLabels * batchSize },
    // Reads the gradient of the scores; reads and writes weights and both moments.
    backward: { operations: 2 * product, bytes: float * numLabels * (batchSize + 6 * hidden) },
    // Sums a row of the hidden gradient per entry; reads and writes weights and both moments of each distinct feature.
    update: { bytes: float * hidden * (entries + 6 * touched) },
  };
}

/**
 * For each phase of a PL-LB step on one thread: its share of the time, and its speed as a percentage of its limit. The limit is the time
 * for its products and exponentials in the cache, plus the time to copy as many bytes as must pass through memory. All times are processor
 * times, which exclude other programs.
 */
export async function phaseLimits(preset: XmlPresetName, data: XmlDataset, quick: boolean): Promise<Claim[]> {
  const work = workOf(data);
  const before = await limits(data);
  const run = timedSteps({ preset, rows: data.numRows, loss: "pl-lb", quick, threads: 1 });
  const { phases } = run;
  const after = await limits(data);
  const mean = (name: keyof Limits): number => (before[name] + after[name]) / 2;
  const total = Object.values(phases).reduce((sum, seconds) => sum + seconds, 0);
  return Object.entries(phases).flatMap(([phase, phaseSeconds]) => {
    // On one thread, a phase has the same share of a step's processor time as of its elapsed time.
    const seconds = (medianOf(run.processorSeconds) * phaseSeconds) / total;
    const share = {
      what: `pl-lb on ${preset}, share of a step spent in ${phase}`,
      figure: (100 * phaseSeconds) / total,
      unit: "%" as const,
    };
    const own = work[phase as keyof PhaseSeconds];
    if (own === undefined) return [share];
    const { operations = 0, exponentials = 0, bytes } = own;
    const limit = operations * mean("perOperation") + exponentials * mean("perExponential") + bytes * mean("perByte");
    const speeds = [
      [operations, mean("perOperation"), "GFLOP/s"] as const,
      [exponentials, mean("perExponential"), "G exponentials/s"] as const,
      [bytes, mean("perByte"), "GB/s"] as const,
    ].flatMap(([count, each, unit]) => (count === 0 ? [] : [rate(count / seconds, 1 / each, unit)]));
    return [
      share,
      {
        what: `pl-lb on ${preset}, speed of ${phase} relative to its limit`,
        figure: (100 * limit) / seconds,
        unit: "%" as const,
        target: { atLeast: 50 },
        context: speeds.join(", "),
      },
    ];
  });
}

function rate(perSecond: number, limit: number, unit: string): string {
  return `${(perSecond / 1e9).toPrecision(3)} of ${(limit / 1e9).toPrecision(3)} ${unit}`;
}

const limitSeconds = 0.2;

/** The seconds that each unit of work takes on one thread. */
interface Limits {
  readonly perOperation: number;
  readonly perExponential: number;
  readonly perByte: number;
}

/** Measures the limits with a product and exponentials in the L2 cache, and with copies of an array as large as the weights. */
async function limits({ numLabels }: XmlDataset): Promise<Limits> {
  const items = 256;
  const length = hidden * numLabels;
  const memory = createKernelMemory({
    bytes: 4 * (hidden * (batchSize + items) + batchSize * items + 2 * length) + 512,
  });
  const kernels = createKernels(await loadKernelModule(), memory);
  const floats = (rows: number, columns: number) =>
    matrix(allocate(memory, Float32Array, rows * columns).fill(0.5), rows, columns);
  const [x, weights, out] = [floats(batchSize, hidden), floats(items, hidden), floats(batchSize, items)];
  const [from, to] = [floats(1, length).data, floats(1, length).data];
  const product = () => gemmNT(kernels, out, x, weights);
  const exponentials = () => expScale(kernels, out.data, out.data, { shift: 1, scale: 1 });
  for (let warm = 0; warm < 100; warm++) {
    product();
    exponentials();
  }
  return {
    perOperation: secondsPerCall(product) / (2 * batchSize * hidden * items),
    perExponential: secondsPerCall(exponentials) / out.data.length,
    // A copy reads every byte and writes it, so each of the 4 · `length` bytes counts twice.
    perByte: secondsPerCall(() => to.set(from)) / (8 * length),
  };
}

function secondsPerCall(call: () => void): number {
  const start = processorSeconds();
  let calls = 0;
  for (; calls === 0 || processorSeconds() - start < limitSeconds; calls++) call();
  return (processorSeconds() - start) / calls;
}
