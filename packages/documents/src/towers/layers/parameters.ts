import { allocate, fillUniform, type KernelMemory, type Kernels, matrix } from "@tierwise/kernels";
import type { TwoTowerScorer } from "../two-tower-scorer.ts";
import { denseCount, type Tower, towerOf } from "./tower.ts";

export interface TowerShape {
  readonly featureCount: number;
  readonly itemFeatureCount: number;
  /** The widths of the context tower's layers; the last is d, the length of a vector. */
  readonly context: readonly number[];
  /** The widths of the item tower's layers; the last is d. */
  readonly item: readonly number[];
}

/** The weights of a two-tower model, without the items' own vectors. */
export interface TowerWeights {
  /** One row per context feature, with one number per unit of the context tower's first layer. */
  readonly embedding: Float32Array;
  /** The dense layers of the context tower, the constant part of context vectors, then the input layer and dense layers of the item tower. */
  readonly dense: Float32Array;
}

export function towerShape(
  { options }: TwoTowerScorer,
  { featureCount, itemFeatureCount }: Pick<TowerShape, "featureCount" | "itemFeatureCount">,
): TowerShape {
  const { contextLayers, itemLayers, dimensions } = options;
  return {
    featureCount,
    itemFeatureCount,
    context: [...contextLayers, dimensions],
    item: [...itemLayers, dimensions],
  };
}

export function weightLengths(shape: TowerShape): { readonly embedding: number; readonly dense: number } {
  const { context, item, featureCount, itemFeatureCount } = shape;
  const d = context[context.length - 1];
  return {
    embedding: featureCount * context[0],
    dense: denseCount(context) + d + itemFeatureCount * item[0] + denseCount(item),
  };
}

/** The towers as views of their weights, or of the gradient with respect to `dense`. */
export function towersOf(shape: TowerShape, { embedding, dense }: TowerWeights) {
  const { context, item, featureCount, itemFeatureCount } = shape;
  let at = 0;
  const take = (length: number): Float32Array => {
    at += length;
    return dense.subarray(at - length, at);
  };
  const contextTower = towerOf(context, matrix(embedding, featureCount, context[0]), take(denseCount(context)));
  const constant = take(context[context.length - 1]);
  const input = matrix(take(itemFeatureCount * item[0]), itemFeatureCount, item[0]);
  return { context: contextTower, constant, item: towerOf(item, input, take(denseCount(item))) };
}

export function allocateWeights(memory: KernelMemory, shape: TowerShape): TowerWeights {
  const { embedding, dense } = weightLengths(shape);
  return { embedding: allocate(memory, Float32Array, embedding), dense: allocate(memory, Float32Array, dense) };
}

/** Draws weights uniformly between ±1/√inputs, or between ±0.1/√inputs in the last layer of the item tower; biases are 0. */
export function initializeWeights(kernels: Kernels, shape: TowerShape, weights: TowerWeights, seed: number): void {
  const { context, item } = towersOf(shape, weights);
  for (const [t, tower] of [context, item].entries()) {
    const draw = (out: Float32Array, inputs: number, layer: number, scale: number): void => {
      const high = scale / Math.sqrt(Math.max(1, inputs));
      fillUniform(kernels, out, { low: -high, high, seed, stream: 100 * t + layer });
    };
    const isLast = (layer: number): boolean => t === 1 && layer === tower.widths.length - 1;
    draw(tower.input.data, tower.input.rows, 0, isLast(0) ? 0.1 : 1);
    for (const [k, { weights: layer }] of tower.layers.entries()) {
      draw(layer.data, layer.columns, k + 1, isLast(k + 1) ? 0.1 : 1);
    }
  }
}

export interface Towers {
  readonly context: Tower;
  readonly constant: Float32Array;
  readonly item: Tower;
}
