import { blockFeatures, type Pool } from "@tierwise/kernels";
import type { BoostedTreesScorer } from "./boosted-trees.ts";
import { control } from "./control.ts";
import type { LeafSums } from "./find-split.ts";
import type { Tree } from "./tree.ts";
import {
  foundNumbers,
  mostParts,
  partDocuments,
  shardDocuments,
  shardLists,
  sumsPerShard,
  type TreeArrays,
} from "./tree-arrays.ts";
import type { TreeData, TreeTasks } from "./tree-tasks.ts";

/** A leaf that may still be split, with its best split. */
interface Leaf {
  /** The range of its documents in `rows`. */
  from: number;
  to: number;
  sums: LeafSums;
  /** The histogram that belongs to the leaf. */
  slot: number;
  gain: number;
  feature: number;
  bin: number;
  left: LeafSums;
  /** The parent node (−1 for the root), and the side of this leaf. */
  parent: number;
  side: "left" | "right";
}

export interface TreeCrew {
  readonly pool: Pool;
  /** The tasks of the calling thread, for work that is too small to divide. */
  readonly own: TreeTasks;
  readonly data: TreeData;
}

/**
 * Grows a tree leaf by leaf: the leaf with the greatest gain is split next, until there are `leaves` leaves or no split gains more than
 * `minGain`. Range k of the result delimits the documents of leaf k in `rows`.
 *
 * The histogram of the smaller child is built from its documents; that of the larger child is the histogram of the parent minus that of the
 * smaller child. The cost of a split is O(F·(n/2 + 256)) for n documents in the parent and F features.
 */
export async function growTree(
  crew: TreeCrew,
  options: BoostedTreesScorer["options"],
): Promise<{ readonly tree: Tree; readonly ranges: readonly (readonly [number, number])[] }> {
  const { arrays, thresholds } = crew.data;
  const nodes: { feature: number; threshold: number; gain: number; left: number; right: number }[] = [];
  for (let i = 0; i < arrays.rows.length; i++) arrays.rows[i] = i;
  const leaves: Leaf[] = [await rootLeaf(crew)];
  while (leaves.length < options.leaves) {
    const best = leaves.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (!(best.gain > options.minGain)) break;
    const node = nodes.length;
    nodes.push({ ...best, threshold: thresholds[best.feature][best.bin], left: 0, right: 0 });
    if (best.parent >= 0) nodes[best.parent][best.side] = node;
    leaves.push(await splitLeaf(crew, best, node, leaves.length));
  }
  for (const [k, { parent, side }] of leaves.entries()) if (parent >= 0) nodes[parent][side] = ~k;
  const { learningRate, ridge } = options;
  return {
    tree: {
      features: Int32Array.from(nodes, ({ feature }) => feature),
      thresholds: Float32Array.from(nodes, ({ threshold }) => threshold),
      left: Int32Array.from(nodes, ({ left }) => left),
      right: Int32Array.from(nodes, ({ right }) => right),
      gains: Float64Array.from(nodes, ({ gain }) => gain),
      values: Float64Array.from(leaves, ({ sums: { gradient, curvature } }) =>
        leafValue(gradient, curvature, ridge, learningRate),
      ),
    },
    ranges: leaves.map(({ from, to }) => [from, to] as const),
  };
}

/** −rate · G/(H + ridge), or 0 if the denominator is 0. */
function leafValue(gradient: number, curvature: number, ridge: number, rate: number): number {
  return curvature + ridge > 0 ? (-rate * gradient) / (curvature + ridge) + 0 : 0;
}

async function rootLeaf(crew: TreeCrew): Promise<Leaf> {
  const { arrays, packed } = crew.data;
  const { sums, control: told } = arrays;
  const root: LeafSums = { gradient: 0, curvature: 0, count: 0 };
  for (let shard = 0; shard < Math.ceil(packed.count / shardLists); shard++) {
    root.gradient += sums[sumsPerShard * shard];
    root.curvature += sums[sumsPerShard * shard + 1];
    root.count += sums[sumsPerShard * shard + 2];
  }
  root.gradient *= told[control.gradientUnit];
  root.curvature *= told[control.curvatureUnit];
  const leaf = { ...newLeaf(0, arrays.rows.length, root, 0), parent: -1, side: "left" as const };
  await buildHistograms(crew, leaf, undefined);
  return leaf;
}

function newLeaf(from: number, to: number, sums: LeafSums, slot: number): Omit<Leaf, "parent" | "side"> {
  return { from, to, sums, slot, gain: 0, feature: 0, bin: 0, left: { gradient: 0, curvature: 0, count: 0 } };
}

/** Splits a leaf: `leaf` becomes the left child, and the right child is returned. */
async function splitLeaf(crew: TreeCrew, leaf: Leaf, node: number, freeSlot: number): Promise<Leaf> {
  const middle = leaf.from + (await divideRows(crew, leaf));
  const { sums, left } = leaf;
  const right: Leaf = {
    ...newLeaf(
      middle,
      leaf.to,
      {
        gradient: sums.gradient - left.gradient,
        curvature: sums.curvature - left.curvature,
        count: sums.count - left.count,
      },
      leaf.slot,
    ),
    parent: node,
    side: "right",
  };
  Object.assign(leaf, newLeaf(leaf.from, middle, left, leaf.slot), { parent: node, side: "left" });
  const [smaller, larger] = middle - leaf.from <= right.to - middle ? [leaf, right] : [right, leaf];
  smaller.slot = freeSlot;
  await buildHistograms(crew, smaller, larger);
  return right;
}

/** Divides the documents of a leaf, keeping their order, and returns how many go left. */
async function divideRows({ pool, own, data: { arrays } }: TreeCrew, leaf: Leaf): Promise<number> {
  const { control: told, leftCounts } = arrays;
  told[control.from] = leaf.from;
  told[control.to] = leaf.to;
  told[control.feature] = leaf.feature;
  told[control.bin] = leaf.bin;
  const shards = Math.ceil((leaf.to - leaf.from) / shardDocuments);
  if (shards === 1) {
    own.divide(0);
    own.gather(0);
  } else {
    await pool.run("divide", shards);
    await pool.run("gather", shards);
  }
  let count = 0;
  for (let shard = 0; shard < shards; shard++) count += leftCounts[shard];
  return count;
}

/** Builds the histograms of two children, that of the larger child in the slot of the parent, and finds the best splits of both. */
async function buildHistograms(crew: TreeCrew, smaller: Leaf, larger: Leaf | undefined): Promise<void> {
  const { pool, own, data } = crew;
  const { control: told, found, enabled } = data.arrays;
  const parts = Math.min(mostParts, Math.ceil((smaller.to - smaller.from) / partDocuments));
  const blocks = enabled.length / blockFeatures;
  told[control.childFrom] = smaller.from;
  told[control.childTo] = smaller.to;
  told[control.slot] = smaller.slot;
  told[control.parent] = larger?.slot ?? -1;
  for (const [k, leaf] of [smaller, larger].entries()) {
    if (leaf === undefined) continue;
    told.set([leaf.sums.gradient, leaf.sums.curvature, leaf.sums.count], control.sums + 3 * k);
  }
  told[control.parts] = Math.max(1, parts);
  if (parts > 1) await pool.run("accumulate", parts);
  else own.accumulate(0);
  await pool.run("search", blocks);
  for (const [k, leaf] of [smaller, larger].entries()) if (leaf !== undefined) readBest(found, blocks, k, leaf);
}

/** Reads the best split over all blocks; ties go to the first block. */
function readBest(found: Float64Array, blocks: number, child: number, leaf: Leaf): void {
  leaf.gain = 0;
  for (let block = 0; block < blocks; block++) {
    const at = foundNumbers * (2 * block + child);
    if (!(found[at] > leaf.gain)) continue;
    leaf.gain = found[at];
    leaf.feature = found[at + 1];
    leaf.bin = found[at + 2];
    leaf.left = { gradient: found[at + 3], curvature: found[at + 4], count: found[at + 5] };
  }
}

/** Sets which features the next tree may use. */
export function enableFeatures(
  { enabled }: TreeArrays,
  featureCount: number,
  chosen: ArrayLike<number> | undefined,
): void {
  enabled.fill(0);
  if (chosen === undefined) enabled.fill(1, 0, featureCount);
  else for (let i = 0; i < chosen.length; i++) enabled[chosen[i]] = 1;
}
