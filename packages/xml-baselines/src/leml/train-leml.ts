import type { LabeledRows } from "@tierwise/data/rows";
import {
  allocate,
  createKernelMemory,
  createKernels,
  gemmNT,
  loadKernelModule,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import { normal, randomStream } from "@tierwise/random";
import { blockRows, labelModel } from "../prediction/label-model.ts";
import { projectRow } from "../prediction/project-row.ts";
import { createEngine } from "../threads/create-engine.ts";
import { checkTrainingSet, reporter } from "../training/training-options.ts";
import { checkLemlOptions, type LemlOptions } from "./leml-options.ts";
import { lemlBytes, lemlProblem } from "./leml-problem.ts";
import { type Preparation, prepareFeatures } from "./prepared-features.ts";

/** A model trained by {@link trainLeml}, whose scores are H·Wᵀ·x. */
export interface LemlModel extends Model {
  /** The objective after every half-step: H, W, H, W, … */
  readonly objective: Float64Array;
  /** W, features × rank, row-major; with a bias, it has one additional row at the end. */
  readonly featureFactors: Float32Array;
  /** H, labels × rank, row-major. */
  readonly labelFactors: Float32Array;
}

/**
 * LEML, low-rank empirical risk minimization for multi-label learning. Fits a linear map of rank k from features to labels by
 * regularized least squares:
 *
 *     min over W, H of ‖Y − XWHᵀ‖² + (λ/2)(‖W‖² + ‖H‖²)
 *
 * Training alternates between solving for H in closed form, with one k × k system for all labels, and improving W by conjugate gradients.
 * The rows × labels matrix XWHᵀ is never formed. LEML is a fast baseline, but rare labels get scores near 0 and are rarely predicted.
 *
 * Yu, Jain, Kar and Dhillon (2014), Large-scale multi-label learning with missing labels, ICML.
 *
 * @param data - The training set.
 * @param options - The rank, the regularizer, and training options.
 *
 * @example
 * ```ts
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 * import { trainLeml } from "@tierwise/xml-baselines";
 *
 * // Rows with feature 0 have label 0; rows with feature 1 have labels 1 and 2.
 * const text = "4 2 3\n0 0:1\n1,2 1:1\n0 0:2\n1,2 1:3\n";
 * const data = parseXmlDataset(new TextEncoder().encode(text));
 * const model = await trainLeml(data, { rank: 2, lambda: 0.1, threads: 1 });
 * const { items } = await model.rank(data.features, { k: 1 });
 * console.log(items.join(" ")); // 0 1 0 1
 * console.log(model.scores(data.features)[0].toFixed(1)); // 1.0
 * console.log(model.objective.length); // 20
 * ```
 */
export async function trainLeml(data: LabeledRows, options: LemlOptions = {}): Promise<LemlModel> {
  checkTrainingSet(data);
  const settings = checkLemlOptions(options, data);
  const { rank, rounds, seed, threads, maxIterations, tolerance } = settings;
  const report = reporter(options);
  options.signal?.throwIfAborted();
  const prepared = prepareFeatures(data, settings);
  const engine = await createEngine({ threads, bytes: lemlBytes(prepared, rank) });
  try {
    const problem = lemlProblem(engine, prepared, settings);
    const random = randomStream(seed, 0);
    for (let i = 0; i < problem.w.data.length; i++) problem.w.data[i] = normal(random);
    await problem.setW();
    const objective = new Float64Array(2 * rounds);
    for (let half = 0; half < objective.length; half++) {
      const isH = half % 2 === 0;
      objective[half] = await (isH ? problem.solveH() : problem.improveW({ maxIterations, tolerance }));
      report({ stage: isH ? "H" : "W", done: half + 1, total: 2 * rounds, objective: objective[half] });
    }
    const [featureFactors, labelFactors] = [problem.w.data.slice(), problem.h.data.slice()];
    const model = await scoringModel(data, { featureFactors, labelFactors, ...settings });
    return { ...model, objective, featureFactors, labelFactors };
  } finally {
    await engine.close();
  }
}

interface Factors extends Preparation {
  readonly featureFactors: Float32Array;
  readonly labelFactors: Float32Array;
  readonly rank: number;
}

async function scoringModel(data: LabeledRows, factors: Factors): Promise<Model> {
  const { numFeatures, numLabels } = data;
  const { rank, normalize, bias } = factors;
  const bytes = 4 * (numLabels * rank + blockRows * (rank + numLabels)) + 1024;
  const memory = createKernelMemory({ bytes });
  const kernels = createKernels(await loadKernelModule(), memory);
  const floats = (rows: number, columns: number) =>
    matrix(allocate(memory, Float32Array, rows * columns), rows, columns);
  const [h, codes, scores] = [floats(numLabels, rank), floats(blockRows, rank), floats(blockRows, numLabels)];
  h.data.set(factors.labelFactors);
  const start = new Float32Array(rank);
  if (bias !== 0) start.set(factors.featureFactors.subarray(numFeatures * rank).map((weight) => bias * weight));
  const projection = { weights: factors.featureFactors, columns: rank, normalize, start };
  return labelModel(numFeatures, numLabels, (rows, from, to, out) => {
    for (let row = from; row < to; row++) {
      const at = (row - from) * rank;
      projectRow(projection, rows, row, codes.data.subarray(at, at + rank));
    }
    gemmNT(kernels, rowRange(scores, 0, to - from), rowRange(codes, 0, to - from), h);
    out.set(scores.data.subarray(0, out.length));
  });
}
