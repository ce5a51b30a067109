import type { LabeledRows } from "@tierwise/data/rows";
import type { Model } from "@tierwise/metrics";
import { randomStream } from "@tierwise/random";
import { wordBytes } from "../engine/arena.ts";
import type { Engine } from "../engine/engine.ts";
import { copySparse } from "../engine/sparse-copy.ts";
import { createEngine } from "../threads/create-engine.ts";
import { checkTrainingSet, reporter } from "../training/training-options.ts";
import { type Clustering, clusterBytes, clusterRows } from "./cluster-rows.ts";
import { type Learner, sleecModel } from "./sleec-model.ts";
import { checkSleecOptions, type SleecOptions } from "./sleec-options.ts";
import {
  type ClusterModel,
  type ClusterTraining,
  trainCluster,
  trainClusterBytes,
  unitsPerCluster,
} from "./train-cluster.ts";

/** A model trained by {@link trainSleec}. The score of a label is the fraction of the nearest training rows that have it. */
export interface SleecModel extends Model {
  /** The number of training rows in each cluster, for each learner. */
  readonly clusterSizes: readonly (readonly number[])[];
}

/**
 * SLEEC, sparse local embeddings for extreme multi-label classification: rows with similar labels get similar embeddings,
 * a linear map predicts embeddings from features, and the nearest training rows of a new row vote for its labels. Each
 * learner first clusters the rows, and every cluster has its own embeddings. SLEEC works best if precision depends on rare labels.
 * Prediction searches all rows of the nearest cluster. All rows are normalized.
 *
 * Bhatia, Jain, Kar, Varma and Jain (2015), Sparse local embeddings for extreme multi-label classification, NeurIPS.
 *
 * @param data - The training set; its labels are kept for prediction.
 * @param options - The settings, as in {@link sleecPresets}, and training options.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { trainSleec } from "@tierwise/xml-baselines";
 *
 * const text = "4 2 3\n0 0:1\n1,2 1:1\n0 0:2 1:1\n1,2 0:1 1:3\n";
 * const data = parseXmlDataset(new TextEncoder().encode(text));
 * const model = await trainSleec(data, { dimensions: 2, cost: 10, testNeighbors: 2, threads: 1 });
 * const { items } = await model.rank(data.features, { k: 1 });
 * console.log(items.join(" ")); // 0 1 0 1
 * console.log(model.scores(data.features).subarray(0, 3).join(" ")); // 1 0 0
 * console.log(model.clusterSizes); // [ [ 4 ] ]
 * ```
 */
export async function trainSleec(data: LabeledRows, options: SleecOptions = {}): Promise<SleecModel> {
  checkTrainingSet(data);
  const settings = checkSleecOptions(options);
  const report = reporter(options);
  options.signal?.throwIfAborted();
  const clusterings = await clusterAll(data, settings);
  const rowsOf = clusterings.map(({ clusterOf }) => groupRows(clusterOf));
  const total = unitsPerCluster * rowsOf.flat().length;
  let before = 0;
  report({ stage: "clusters", done: 0, total });
  const bytes = rowsOf.flat().map((rows) => trainClusterBytes(data, rows, settings));
  const engine = await createEngine({ threads: settings.threads, bytes: Math.max(...bytes) });
  try {
    const learners: Learner[] = [];
    for (const [learner, { centers }] of clusterings.entries()) {
      const clusters: ClusterModel[] = [];
      for (const [cluster, rows] of rowsOf[learner].entries()) {
        const training: ClusterTraining = {
          ...settings,
          random: randomStream(settings.seed, 1, learner, cluster),
          report: (progress) => report({ ...progress, done: before + progress.done, total }),
        };
        clusters.push(await trainCluster(engine, data, rows, training));
        before += unitsPerCluster;
      }
      learners.push({ centers, clusters });
    }
    const model = await sleecModel(data, learners, settings.testNeighbors);
    return { ...model, clusterSizes: rowsOf.map((clusters) => clusters.map((rows) => rows.length)) };
  } finally {
    await engine.close();
  }
}

interface ClusteringSettings {
  readonly learners: number;
  readonly clusters: number;
  readonly clusterRounds: number;
  readonly seed: number;
  readonly threads: number;
}

/** Clusters the rows for all learners, using one copy of the features that is released afterward. */
async function clusterAll(
  { features, numRows, numFeatures }: LabeledRows,
  { learners, clusters, clusterRounds, seed, threads }: ClusteringSettings,
): Promise<Clustering[]> {
  const all = Int32Array.from({ length: numRows }, (_, row) => row);
  const sparseBytes = wordBytes(numRows + 1) + 2 * wordBytes(features.indices.length);
  const bytes = sparseBytes + clusterBytes(numRows, numFeatures, Math.min(clusters, numRows)) + 1024;
  const engine: Engine = await createEngine({ threads, bytes });
  try {
    const x = copySparse(engine.arena, features, all, { normalize: true });
    const clusterings: Clustering[] = [];
    for (let learner = 0; learner < learners; learner++) {
      const random = randomStream(seed, 0, learner);
      clusterings.push(await clusterRows(engine, x, numFeatures, { clusters, maxRounds: clusterRounds, random }));
    }
    return clusterings;
  } finally {
    await engine.close();
  }
}

function groupRows(clusterOf: Int32Array): Int32Array[] {
  const groups: number[][] = [];
  for (let row = 0; row < clusterOf.length; row++) {
    groups[clusterOf[row]] ??= [];
    groups[clusterOf[row]].push(row);
  }
  return groups.map((rows) => Int32Array.from(rows));
}
