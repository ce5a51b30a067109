import {
  addHistogram,
  allocate,
  binRows,
  blockWords,
  type CreateTasks,
  combineHistograms,
  createKernels,
  type KernelModule,
  partitionRows,
} from "@tierwise/kernels";
import { createLoss, type LossSpec, type RankingLoss, rowLoss } from "@tierwise/losses";
import { type PackedLists, viewList } from "../lists/packed-lists.ts";
import { curvatureOf } from "../objective/curvature.ts";
import { control } from "./control.ts";
import { findSplit, type SplitRules } from "./find-split.ts";
import { binChunk, foundNumbers, shardDocuments, shardLists, sumsPerShard, type TreeArrays } from "./tree-arrays.ts";

export interface TreeData {
  readonly module: KernelModule;
  readonly arrays: TreeArrays;
  readonly packed: PackedLists;
  readonly weights: Float64Array | undefined;
  /** The features, if they are in shared memory, so that every thread can bin them. */
  readonly features: Float32Array | undefined;
  readonly featureCount: number;
  readonly thresholds: readonly Float32Array[];
  readonly rules: Omit<SplitRules, "enabled">;
  /** The spec of the loss; undefined if only the calling thread has it. */
  readonly loss: LossSpec | undefined;
}

export type TreeTasks = ReturnType<typeof tasksWith>;

/** Creates the tasks of a thread; see {@link tasksWith} for the calling thread. */
export const createTasks: CreateTasks<TreeData> = (data) =>
  tasksWith(data, data.loss === undefined ? undefined : createLoss(data.loss), data.features);

/** Creates the tasks of a thread. `loss` and `features` are undefined on a thread that does not run the tasks `gradients` and `bin`. */
export function tasksWith(data: TreeData, loss: RankingLoss | undefined, features: Float32Array | undefined) {
  const { arrays, packed, rules, featureCount, weights } = data;
  const { control: told, rows, found, leftCounts, sums, pairs, gradient, curvature, scores, bins } = arrays;
  const kernels = createKernels(data.module, arrays.memory);
  const view: PackedLists = { ...packed };
  const row = loss && rowLoss(loss);
  const diagonal = loss && curvatureOf(loss);
  const splitRules: SplitRules = { ...rules, enabled: arrays.enabled };
  const documents = rows.length;
  const stride = bins.length / documents;
  const chunk = allocate(arrays.memory, Float32Array, features === undefined ? 0 : binChunk * featureCount);

  return {
    /** Computes the bins of a shard of documents. */
    bin(shard: number): void {
      if (features === undefined)
        throw new Error("features are not in shared memory, so only the calling thread can use them");
      const to = Math.min(documents, (shard + 1) * shardDocuments);
      for (let from = shard * shardDocuments; from < to; from += binChunk) {
        const end = Math.min(to, from + binChunk);
        const rowsOf = chunk.subarray(0, (end - from) * featureCount);
        rowsOf.set(features.subarray(from * featureCount, end * featureCount));
        binRows(kernels, bins.subarray(from * stride, end * stride), stride, rowsOf, arrays.thresholds);
      }
    },

    /** Computes the gradient and the curvature for a shard of lists, and its entries of `sums`. */
    gradients(shard: number): void {
      if (row === undefined || diagonal === undefined)
        throw new Error("the loss has no spec, so only the calling thread can use it");
      let [total, steepest, sharpest] = [0, 0, 0];
      for (let l = shard * shardLists; l < Math.min(packed.count, (shard + 1) * shardLists); l++) {
        const from = packed.offsets[l];
        const to = packed.offsets[l + 1];
        const weight = weights === undefined ? 1 : weights[l];
        if (!viewList(view, l) || weight === 0) {
          gradient.fill(0, from, to);
          curvature.fill(0, from, to);
          continue;
        }
        total += weight * row(scores, from, view, l, gradient, weight);
        diagonal(view, l, scores, from, gradient, weight, curvature);
        for (let i = from; i < to; i++) {
          steepest = Math.max(steepest, Math.abs(gradient[i]));
          sharpest = Math.max(sharpest, curvature[i]);
        }
      }
      sums.set([total, steepest, sharpest], sumsPerShard * shard);
    },

    /** Rounds the gradient and the curvature of a shard of lists to integers, and sums them; they become 0 in inactive lists. */
    quantize(shard: number): void {
      let [total, mass, count] = [0, 0, 0];
      const perGradient = 1 / told[control.gradientUnit];
      const perCurvature = 1 / told[control.curvatureUnit];
      for (let l = shard * shardLists; l < Math.min(packed.count, (shard + 1) * shardLists); l++) {
        const from = packed.offsets[l];
        const to = packed.offsets[l + 1];
        if (arrays.active[l] === 0) {
          pairs.fill(0, 4 * from, 4 * to);
          continue;
        }
        for (let i = from; i < to; i++) {
          const g = Math.round(gradient[i] * perGradient);
          const high = Math.floor(g / 0x1_0000_0000);
          pairs[4 * i] = g - high * 0x1_0000_0000;
          pairs[4 * i + 1] = high;
          const h = Math.round(curvature[i] * perCurvature);
          pairs[4 * i + 2] = h;
          pairs[4 * i + 3] = 1 << 8;
          total += g;
          mass += h;
        }
        count += to - from;
      }
      sums.set([total, mass, count], sumsPerShard * shard);
    },

    /** Divides a shard of a leaf's rows: writes those that go left to `left` and the others to `right`, at the positions of the shard. */
    divide(shard: number): void {
      const from = told[control.from] + shard * shardDocuments;
      const to = Math.min(told[control.to], from + shardDocuments);
      const feature = told[control.feature];
      leftCounts[shard] = partitionRows(
        kernels,
        arrays.left.subarray(from + shard),
        arrays.right.subarray(from + shard),
        {
          bins,
          stride,
          feature,
          threshold: told[control.bin],
          rows: rows.subarray(from, to),
        },
      );
    },

    /** Moves the divided rows of a shard to their places in `rows`: all rows that go left come before all rows that go right. */
    gather(shard: number): void {
      const [begin, end] = [told[control.from], told[control.to]];
      const from = begin + shard * shardDocuments;
      const size = Math.min(end, from + shardDocuments) - from;
      const shards = Math.ceil((end - begin) / shardDocuments);
      let [before, all] = [0, 0];
      for (let s = 0; s < shards; s++) {
        if (s < shard) before += leftCounts[s];
        all += leftCounts[s];
      }
      const lefts = leftCounts[shard];
      rows.set(arrays.left.subarray(from + shard, from + shard + lefts), begin + before);
      const rightAt = begin + all + shard * shardDocuments - before;
      rows.set(arrays.right.subarray(from + shard, from + shard + size - lefts), rightAt);
    },

    /** Builds the histogram of a part of a child's documents. If there is only one part, it is built in the slot of the child. */
    accumulate(part: number): void {
      const [from, to, parts] = [told[control.childFrom], told[control.childTo], told[control.parts]];
      const cells = parts === 1 ? arrays.histograms[told[control.slot]] : arrays.partial[part];
      const start = (p: number): number => from + Math.floor(((to - from) * p) / parts);
      cells.fill(0);
      addHistogram(kernels, cells, bins, pairs, rows.subarray(start(part), start(part + 1)));
    },

    /**
     * For one block: adds the parts of one child's histogram, subtracts the sum from the parent's histogram to get that of the other child,
     * and finds the best split of each child.
     */
    search(block: number): void {
      const ofBlock = (cells: Int32Array): Int32Array => cells.subarray(block * blockWords, (block + 1) * blockWords);
      const cells = ofBlock(arrays.histograms[told[control.slot]]);
      const units = { gradient: told[control.gradientUnit], curvature: told[control.curvatureUnit] };
      const leaf = (k: number) => ({
        gradient: told[control.sums + 3 * k],
        curvature: told[control.sums + 3 * k + 1],
        count: told[control.sums + 3 * k + 2],
      });
      const parts = told[control.parts];
      if (parts > 1) cells.set(ofBlock(arrays.partial[0]));
      for (let part = 1; part < parts; part++) combineHistograms(kernels, cells, ofBlock(arrays.partial[part]));
      const place = 2 * foundNumbers * block;
      findSplit(cells, block, leaf(0), units, splitRules, found, place);
      if (told[control.parent] < 0) return;
      const other = ofBlock(arrays.histograms[told[control.parent]]);
      combineHistograms(kernels, other, cells, { subtract: true });
      findSplit(other, block, leaf(1), units, splitRules, found, place + foundNumbers);
    },
  };
}
