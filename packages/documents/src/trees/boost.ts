import { createPool, loadKernelModule, nodeWorker, type PoolWorker, thresholdRoom } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import { randomPermutation, randomStream } from "@tierwise/random";
import { type DocumentLists, documentCount, listCount } from "../lists/document-lists.ts";
import { packLists } from "../lists/packed-lists.ts";
import { isShared } from "../lists/shared-memory.ts";
import type { BoostedTreesScorer } from "./boosted-trees.ts";
import { control } from "./control.ts";
import { featureThresholds } from "./feature-bins.ts";
import { enableFeatures, growTree, type TreeCrew } from "./grow-tree.ts";
import { addTree, type Tree } from "./tree.ts";
import { allocateTreeArrays, shardDocuments, shardLists, sumsPerShard } from "./tree-arrays.ts";
import { createTasks, type TreeData, tasksWith } from "./tree-tasks.ts";

/** The maximum number of documents, whose count must fit into one 64-bit integer together with the sum of their curvatures. */
const mostDocuments = 2 ** 24 - 1;

export interface BoostOptions {
  readonly loss: RankingLoss;
  readonly threads: number;
  readonly seed: number;
  readonly fitted: readonly Tree[];
  /** Called with each new tree and the mean training loss per list before it; returns whether to continue. */
  readonly onTree: (tree: Tree, loss: number) => boolean | Promise<boolean>;
}

export async function boost(lists: DocumentLists, scorer: BoostedTreesScorer, given: BoostOptions): Promise<void> {
  const { options } = scorer;
  const { arrays, ...data } = await treeData(lists, scorer, given);
  const crew = await startCrew({ ...data, arrays }, lists, given);
  try {
    // The restored trees are added in order, as in training, so that the scores have the same bits.
    for (const tree of given.fitted) addTree(tree, lists.features, lists.featureCount, arrays.scores);
    for (let t = given.fitted.length; t < options.trees; t++) {
      const loss = await prepareGradients(crew, given);
      chooseShares(crew, options, given.seed, t);
      await crew.pool.run("quantize", Math.ceil(data.packed.count / shardLists));
      const { tree, ranges } = await growTree(crew, options);
      for (const [leaf, [from, to]] of ranges.entries()) {
        const value = tree.values[leaf];
        for (let i = from; i < to; i++) arrays.scores[arrays.rows[i]] += value;
      }
      if (!(await given.onTree(tree, loss))) return;
    }
  } finally {
    await crew.pool.close();
  }
}

async function treeData(
  lists: DocumentLists,
  { options }: BoostedTreesScorer,
  { loss, threads }: BoostOptions,
): Promise<TreeData> {
  const { featureCount, features } = lists;
  const documents = documentCount(lists);
  if (documents > mostDocuments) {
    throw new RangeError(`there are ${documents} documents to train trees on; expected at most ${mostDocuments}`);
  }
  const thresholds = featureThresholds(lists, options.bins);
  const { minDocuments, minCurvature, ridge } = options;
  const arrays = allocateTreeArrays(documents, listCount(lists), featureCount, options.leaves, threads);
  arrays.thresholds.fill(Number.POSITIVE_INFINITY);
  for (const [f, ofFeature] of thresholds.entries()) arrays.thresholds.set(ofFeature, f * thresholdRoom);
  return {
    module: await loadKernelModule(),
    arrays,
    packed: packLists(lists),
    weights: lists.weights,
    features: isShared(features) ? features : undefined,
    featureCount,
    thresholds,
    rules: { binCounts: Int32Array.from(thresholds, ({ length }) => length + 1), minDocuments, minCurvature, ridge },
    loss: loss.spec,
  };
}

async function startCrew(data: TreeData, lists: DocumentLists, { loss, threads }: BoostOptions): Promise<TreeCrew> {
  const own = tasksWith(data, loss, lists.features);
  const pool = await createPool({
    threads,
    createTasks: (given, thread) => (thread === 0 ? own : createTasks(given, thread)),
    startWorker,
    data,
  });
  const shards = Math.ceil(documentCount(lists) / shardDocuments);
  if (data.features === undefined) for (let shard = 0; shard < shards; shard++) own.bin(shard);
  else await pool.run("bin", shards);
  return { pool, own, data };
}

/** Bundlers recognize the worker by exactly this syntax. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./tree-worker.js", import.meta.url) ??
    new Worker(new URL("./tree-worker.js", import.meta.url), { type: "module" })
  );
}

/** Computes gradients and curvatures, chooses the units in which they become integers, and returns the mean loss per list. */
async function prepareGradients({ pool, own, data }: TreeCrew, { loss }: BoostOptions): Promise<number> {
  const { arrays, packed } = data;
  const shards = Math.ceil(packed.count / shardLists);
  if (loss.spec === undefined) for (let shard = 0; shard < shards; shard++) own.gradients(shard);
  else await pool.run("gradients", shards);
  let [total, steepest, sharpest] = [0, 0, 0];
  for (let at = 0; at < sumsPerShard * shards; at += sumsPerShard) {
    total += arrays.sums[at];
    steepest = Math.max(steepest, arrays.sums[at + 1]);
    sharpest = Math.max(sharpest, arrays.sums[at + 2]);
  }
  if (!Number.isFinite(steepest + sharpest))
    throw new Error(
      `the gradient of the loss reaches ${steepest}, and its curvature reaches ${sharpest}; expected finite numbers`,
    );
  // Sums of gradients stay below 2⁵² and sums of curvatures below 2⁴⁰; the number of documents is in the bits above the sum of curvatures.
  const bits = Math.ceil(Math.log2(arrays.rows.length + 1));
  arrays.control[control.gradientUnit] = (steepest || 1) * 2 ** (bits - 52);
  arrays.control[control.curvatureUnit] = (sharpest || 1) * 2 ** -Math.min(30, 40 - bits);
  return total / packed.count;
}

/** Draws the features and lists of tree `t`. */
function chooseShares(
  { data }: TreeCrew,
  { featureShare, listShare }: BoostedTreesScorer["options"],
  seed: number,
  t: number,
): void {
  const { arrays, featureCount } = data;
  const chosen = (share: number, count: number, path: number): Int32Array | undefined =>
    share === 1
      ? undefined
      : randomPermutation(count, randomStream(seed, path, t)).subarray(0, Math.max(1, Math.round(share * count)));
  enableFeatures(arrays, featureCount, chosen(featureShare, featureCount, 0));
  const lists = chosen(listShare, arrays.active.length, 1);
  if (lists === undefined) arrays.active.fill(1);
  else {
    arrays.active.fill(0);
    for (const l of lists) arrays.active[l] = 1;
  }
}
