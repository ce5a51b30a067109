import type { Vocabulary } from "@tierwise/data/rows";
import { loadKernelModuleSync } from "@tierwise/kernels";
import { fillNewRows } from "../model/fill-new-rows.ts";
import type { Ranker, RankerOptions } from "../model/ranker.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { extendTransforms } from "../transforms/transform-rows.ts";
import { createRanker } from "./ranker.ts";

/** Options for {@link extendRanker}: the features and items of the new ranker, starting with those of the old one. */
export interface ExtendRankerOptions extends Vocabulary, Pick<RankerOptions, "module"> {
  /** The total number of old and new features. Default: the number in the ranker. */
  readonly features?: number;
  /** The total number of old and new items. Default: the number in the ranker. */
  readonly items?: number;
  /** The seed of further training. Default: the seed of the ranker. */
  readonly seed?: number;
}

/**
 * Adds features and items to a trained ranker, so that it can be trained further. Existing weights are kept, so the scores of known items
 * do not change. The weights of a new feature start at 0, and those of a new item at the mean weights and bias of the known items: until
 * they are trained, the feature has no effect and the item has the mean score of the known items. Stored neighbors are dropped.
 *
 * @param ranker - The ranker, which is not changed.
 * @param options - The sizes and vocabulary of the new ranker; `extendVocabulary` from `@tierwise/data` computes them.
 * @throws RangeError if a feature or item of the ranker is missing or has a different name.
 *
 * @example
 * ```ts
 * import { createRanker, extendRanker } from "@tierwise/ranker";
 *
 * const ranker = createRanker({ features: 5, hidden: 8, items: 2, itemNames: ["tea", "milk"], seed: 1 });
 * const extended = extendRanker(ranker, { features: 6, items: 3, itemNames: ["tea", "milk", "water"] });
 * const row = { indices: [0, 3] };
 * const [tea, milk] = extended.scores(row);
 * console.log(`${[tea, milk]}` === `${[...ranker.scores(row)]}`, extended.featureCount); // true 6
 * ```
 */
export function extendRanker(ranker: Ranker, options: ExtendRankerOptions = {}): Ranker {
  const { features = ranker.featureCount, items = ranker.itemCount, seed = ranker.seed } = options;
  // Drops the neighbors, because old rows would vote against new items.
  const { neighbors: _, ...vocabulary } = { ...knownVocabulary(ranker), ...knownVocabulary(options) };
  const { transforms } = ranker;
  checkKept("features", ranker.featureCount, features, ranker.featureNames, options.featureNames);
  checkKept("items", ranker.itemCount, items, ranker.itemNames, options.itemNames);
  const { hidden, normalize, kernelBuild, steps, weights } = ranker;
  const module = options.module ?? loadKernelModuleSync({ kernelBuild });
  const extended = createRanker({
    features,
    items,
    hidden,
    normalize,
    seed,
    module,
    ...vocabulary,
    ...(transforms && { transforms: extendTransforms(transforms, features) }),
  });
  const { input, output } = extended.weights;
  input.weights.fill(0);
  input.weights.set(weights.input.weights);
  input.bias.set(weights.input.bias);
  output.weights.set(weights.output.weights);
  output.bias.set(weights.output.bias);
  fillNewRows(output.weights, ranker.itemCount, hidden);
  fillNewRows(output.bias, ranker.itemCount, 1);
  extended.steps = steps;
  return extended;
}

function checkKept(
  name: "features" | "items",
  old: number,
  count: number,
  oldNames: readonly string[] | undefined,
  names: readonly string[] | undefined,
): void {
  if (!Number.isInteger(count) || count < old) {
    throw new RangeError(`${name} is ${count}; expected an integer of at least ${old}, the number in the ranker`);
  }
  if (oldNames === undefined || names === undefined) return;
  const at = oldNames.findIndex((known, i) => names[i] !== known);
  if (at < 0) return;
  const list = name === "items" ? "itemNames" : "featureNames";
  throw new RangeError(
    `${list}[${at}] is ${JSON.stringify(names[at])}; expected ${JSON.stringify(oldNames[at])}, as in the ranker`,
  );
}
