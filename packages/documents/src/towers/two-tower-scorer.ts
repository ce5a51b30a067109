import type { LogTransform } from "../normalization/normalization.ts";
import { checkedOptions, type OptionRange } from "../training/checked-options.ts";

/** Options for {@link twoTower}. */
export interface TwoTowerOptions {
  /** d, the length of the vectors of contexts and items. Default: 128. */
  readonly dimensions?: number;
  /** The number of units of each hidden layer of the context tower; an empty array is a linear map. Default: [256]. */
  readonly contextLayers?: readonly number[];
  /** The number of units of each hidden layer of the item tower; an empty array is a linear map, which suits a few dozen features. Default: []. */
  readonly itemLayers?: readonly number[];
  /** Whether each item of the training data has a learned vector, which is added to the output of the item tower. Default: true. */
  readonly itemVectors?: boolean;
  /** The probability that an item's learned vector is omitted in a step, as for a new item. Default: 0.5. */
  readonly itemDropout?: number;
  /** The probability that a context feature is dropped in a step. Default: 0.1. */
  readonly inputDropout?: number;
  /** The probability that a hidden unit of the context tower is dropped in a step. Default: 0.5. */
  readonly dropout?: number;
  /** The maximum number of passes over the training rows, over which the learning rate decays to 0 along half a cosine. Default: 30. */
  readonly epochs?: number;
  /** The learning rate of Adam in the first step. Default: 0.004. */
  readonly learningRate?: number;
  /** The number of rows per step. Default: 128. */
  readonly batchRows?: number;
  /** Decoupled weight decay. Default: 0.1. */
  readonly weightDecay?: number;
  /** Which features are replaced by their logarithm before they are scaled. Default: `"auto"`. */
  readonly log?: LogTransform;
  /** Whether every context is divided by its Euclidean norm after scaling, which suits sets of items of different sizes. Default: true. */
  readonly unitContexts?: boolean;
}

/** The scorer of {@link twoTower}, as JSON. */
export interface TwoTowerScorer {
  /** The kind of scorer. */
  readonly kind: "two-tower";
  /** The options, with all defaults filled in. */
  readonly options: Required<TwoTowerOptions>;
}

const defaults: Required<TwoTowerOptions> = {
  dimensions: 128,
  contextLayers: [256],
  itemLayers: [],
  itemVectors: true,
  itemDropout: 0.5,
  inputDropout: 0.1,
  dropout: 0.5,
  epochs: 30,
  learningRate: 0.004,
  batchRows: 128,
  weightDecay: 0.1,
  log: "auto",
  unitContexts: true,
};

const ranges: { readonly [name in keyof TwoTowerOptions]?: OptionRange } = {
  dimensions: [1, 65_536, "integer"],
  itemDropout: [0, 1],
  inputDropout: [0, 0.99],
  dropout: [0, 0.99],
  epochs: [1, 1e6, "integer"],
  learningRate: [0, 10],
  batchRows: [1, 65_536, "integer"],
  weightDecay: [0, 1e6],
};

/**
 * A scorer that takes inner products of context and item vectors: one network maps the features x of a context to u(x), another maps the
 * features f of an item to t(f), and
 *
 *     score(x, i) = u(x)·v_i,   v_i = t(f_i) + e_i,
 *
 * where e_i is item i's own vector, learned from its training rows. A new item has e_i = 0, so that its score follows from its features
 * without retraining. In training, e_i is omitted with probability `itemDropout`, so that t also works without it (as in DropoutNet,
 * Volkovs et al., NeurIPS 2017).
 *
 * @param options - The towers and the training.
 *
 * @example
 * ```ts
 * import { twoTower } from "@tierwise/documents";
 *
 * const { kind, options } = twoTower({ dimensions: 32 });
 * console.log(kind, options.dimensions, options.itemDropout); // two-tower 32 0.5
 * ```
 */
export function twoTower(options: TwoTowerOptions = {}): TwoTowerScorer {
  const all = checkedOptions("twoTower", options, defaults, ranges);
  for (const name of ["contextLayers", "itemLayers"] as const) {
    for (const [layer, units] of all[name].entries()) {
      if (Number.isInteger(units) && units >= 1) continue;
      throw new RangeError(`${name}[${layer}] is ${units}; expected a positive integer`);
    }
  }
  if (!["all", "auto", "none"].includes(all.log)) {
    throw new RangeError(`log is ${JSON.stringify(all.log)}; expected "auto", "all" or "none"`);
  }
  return { kind: "two-tower", options: all };
}
