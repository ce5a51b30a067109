import {
  adamStep,
  allocate,
  createKernelMemory,
  createKernels,
  expScale,
  fillNormal,
  gemmNN,
  gemmNT,
  gemmTN,
  loadKernelModule,
  matrix,
  rowStatistics,
} from "@tierwise/kernels";

/** The items of a shard, and the sizes that are the same for all shards. */
export interface ShardSize {
  /** The first item. */
  readonly from: number;
  /** One more than the last item. */
  readonly to: number;
  /** H, the number of hidden units. */
  readonly hidden: number;
  /** B, the number of rows in a batch. */
  readonly batch: number;
}

/**
 * The items of a shard that the rows of a batch name, numbered within the shard: entries `offsets[b]` to `offsets[b + 1]` − 1 for row b.
 */
export interface NamedItems {
  readonly offsets: Int32Array;
  readonly items: Int32Array;
}

/** A shard's summary of the scores of a batch: for each row, max and Σ e^(score − max) over the unnamed items, and all named scores. */
export interface ScoreSummary {
  readonly rest: Float64Array;
  readonly named: Float32Array;
}

/** The gradient of the scores, in the same layout: the derivative of an unnamed score is `rest[2b + 1]`·e^(score − `rest[2b]`). */
type ScoreGradient = ScoreSummary;

/** The weights of a range of items, in this process or another process. */
export interface Shard {
  /** Computes the scores of a batch from its hidden activations, B × H. */
  readonly forward: (hidden: Float32Array, named: NamedItems) => Promise<ScoreSummary>;
  /** Takes an Adam step, and returns the shard's part of d loss/d hidden, B × H. */
  readonly backward: (gradient: ScoreGradient) => Promise<Float32Array>;
  /** The weights, one row per item. */
  readonly weights: () => Promise<Float32Array>;
}

const learningRate = 1e-3;

/** Creates a shard in this process. The initial weights of an item do not depend on its shard. */
export async function createShard({ from, to, hidden, batch }: ShardSize): Promise<Shard> {
  const count = to - from;
  const memory = createKernelMemory({ bytes: 4 * (4 * count * hidden + batch * count + 3 * batch * hidden) + 1e5 });
  const kernels = createKernels(await loadKernelModule(), memory);
  const floats = (rows: number, columns: number) =>
    matrix(allocate(memory, Float32Array, rows * columns), rows, columns);
  const [weights, gradient, first, second] = [1, 2, 3, 4].map(() => floats(count, hidden));
  const [rows, rowGradient] = [1, 2].map(() => floats(batch, hidden));
  const scores = floats(batch, count);
  const statistics = allocate(memory, Float64Array, 2 * batch);
  fillNormal(kernels, weights.data, { seed: 1, start: from * hidden, deviation: 1 / Math.sqrt(hidden) });
  let named: NamedItems = { offsets: new Int32Array(batch + 1), items: new Int32Array(0) };
  let step = 0;
  return {
    async forward(given, listed) {
      named = listed;
      rows.data.set(given);
      gemmNT(kernels, scores, rows, weights);
      const own = forNamed(named, count, (_, at) => scores.data[at]);
      // Named items are left out of the sums, because subtracting them later would cause cancellation.
      forNamed(named, count, (_, at) => (scores.data[at] = Number.NEGATIVE_INFINITY));
      rowStatistics(kernels, statistics, scores);
      forNamed(named, count, (i, at) => (scores.data[at] = own[i]));
      return { rest: statistics.slice(), named: own };
    },
    async backward({ rest, named: own }) {
      for (let b = 0; b < batch; b++) {
        const row = scores.data.subarray(b * count, (b + 1) * count);
        expScale(kernels, row, row, { shift: rest[2 * b], scale: rest[2 * b + 1] });
      }
      forNamed(named, count, (i, at) => (scores.data[at] = own[i]));
      gemmNN(kernels, rowGradient, scores, weights);
      gemmTN(kernels, gradient, scores, rows);
      const arrays = { weights: weights.data, gradient: gradient.data, first: first.data, second: second.data };
      adamStep(kernels, arrays, { step: ++step, learningRate });
      return rowGradient.data.slice();
    },
    weights: async () => weights.data.slice(),
  };
}

/** Calls `visit` with the index and the position of each named item's score, in order, and returns the results. */
function forNamed({ offsets, items }: NamedItems, count: number, visit: (i: number, at: number) => number) {
  const values = new Float32Array(items.length);
  for (let b = 0; b + 1 < offsets.length; b++) {
    for (let i = offsets[b]; i < offsets[b + 1]; i++) values[i] = visit(i, b * count + items[i]);
  }
  return values;
}
