import {
  allocate,
  columnRange,
  createKernels,
  gatherRows,
  gemmNT,
  type KernelModule,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import { initialize, type NetworkShape, panelItems, ranges } from "../model/layers.ts";
import { allocateNetwork, type Network } from "./network.ts";
import { type ScoringTasks, scoringTasks } from "./scoring-tasks.ts";

export interface Predictor {
  /** The network, whose weights may be modified. */
  readonly network: Network;
  readonly mostEntries: number;
  readonly tasks: ScoringTasks;
  /** Returns scratch memory for each of the given number of threads. Repeated calls return the same memory. */
  readonly scratchFor: (threads: number) => Scratch[];
  /** Computes the scores of a panel of candidates for the batch; they are bit-identical to scores computed with all items. */
  readonly forwardCandidates: (rows: number, candidates: Int32Array) => void;
  /** Whether other threads are using the network; if so, the calling thread must not use it. */
  busy: boolean;
  readonly initialize: (seed: number) => void;
}

/** The addresses of a thread's scratch memory in the two memories of a network. */
export interface Scratch {
  readonly input: number;
  readonly output: number;
}

const batchRows = 128;
/** The maximum number of items per panel. Prediction stores the scores of one panel at a time, and reads the weights once per batch. */
const mostColumns = 32_768;
/** The minimum number of entries that a batch can contain; a row with every feature always fits. */
const leastEntries = 2 ** 16;
/** The number of candidates whose weights are gathered for each matrix product. */
const candidatesAtOnce = 2048;

/** Creates a predictor whose weights are all zero. */
export function createPredictor(shape: NetworkShape, module: KernelModule): Predictor {
  const { featureCount, hidden, itemCount } = shape;
  const batchEntries = Math.max(featureCount, leastEntries);
  const chunk = Math.min(itemCount, candidatesAtOnce);
  const network = allocateNetwork({
    shape,
    module,
    batchRows,
    batchEntries,
    scoreColumns: panelItems(itemCount, mostColumns),
    room: { input: 0, output: 4 * chunk * (hidden + 2) + 64 * 8 },
  });
  const { input, output } = network;
  const workplace = { input: createKernels(module, input.memory), output: createKernels(module, output.memory) };
  const gathered = matrix(allocate(output.memory, Float32Array, chunk * hidden), chunk, hidden);
  const gatheredBias = allocate(output.memory, Float32Array, chunk);
  const chosen = allocate(output.memory, Int32Array, chunk);
  const scratch: Scratch[] = [];
  return {
    network,
    mostEntries: batchEntries,
    tasks: scoringTasks(network, workplace),
    busy: false,
    scratchFor(threads) {
      while (scratch.length < threads) {
        scratch.push({
          input: createKernels(module, input.memory).scratch,
          output: createKernels(module, output.memory).scratch,
        });
      }
      return scratch.slice(0, threads);
    },
    forwardCandidates(rows, candidates) {
      const scores = matrix(output.scores, rows, output.scoreColumns);
      for (const { from, to } of ranges(candidates.length, chunk)) {
        const part = chosen.subarray(0, to - from);
        const bias = gatheredBias.subarray(0, to - from);
        part.set(candidates.subarray(from, to));
        for (let i = 0; i < part.length; i++) bias[i] = output.bias[part[i]];
        const weights = rowRange(gathered, 0, to - from);
        gatherRows(workplace.output, weights, matrix(output.weights, itemCount, hidden), part);
        const out = columnRange(scores, from, to);
        gemmNT(workplace.output, out, matrix(output.hidden, rows, hidden), weights, { bias });
      }
    },
    initialize(seed) {
      initialize(workplace.input, input, featureCount, seed, 0);
      initialize(workplace.output, output, hidden, seed, 2);
    },
  };
}
