import { DatasetError } from "../reading/dataset-error.ts";
import { type FileRows, type MatchTarget, refuseOneSidedNames, withItems } from "./match-rows.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The result of {@link extendVocabulary}. */
export interface ExtendedVocabulary {
  /** The names of the model, followed by the new names in the file. */
  readonly vocabulary: Vocabulary;
  /** The number of all features, old and new. */
  readonly featureCount: number;
  /** The number of all items, old and new. */
  readonly itemCount: number;
  /** The number of new features. */
  readonly newFeatures: number;
  /** The number of new items. */
  readonly newItems: number;
}

/**
 * Adds the features and items of a file to the vocabulary of a model. Known names keep their numbers, regardless of their order in the
 * file; new names follow in file order. If neither the file nor the model has names, numbers are used unchanged, and numbers above those in
 * the model are new.
 *
 * @param file - The rows and their vocabulary.
 * @param target - The model.
 * @throws DatasetError if only the file or only the model has names, or if a file without names has fewer features or items than the model.
 *
 * @example
 * ```ts
 * import { extendVocabulary } from "@tierwise/data";
 *
 * const rows = {
 *   numRows: 1, numFeatures: 2, numLabels: 1,
 *   features: { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0), values: Float32Array.of(1) },
 *   labels: { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0) },
 * };
 * const vocabulary = { featureNames: ["cold", "hot"], itemNames: ["milk"] };
 * const model = { title: "the model m", featureCount: 1, itemCount: 1, featureNames: ["hot"], itemNames: ["tea"] };
 * const extended = extendVocabulary({ path: "day.txt", rows, vocabulary }, model);
 * console.log(extended.vocabulary.featureNames, extended.vocabulary.itemNames); // [ 'hot', 'cold' ] [ 'tea', 'milk' ]
 * console.log(extended.newFeatures, extended.newItems); // 1 1
 * ```
 */
export function extendVocabulary(file: FileRows, target: MatchTarget): ExtendedVocabulary {
  refuseOneSidedNames(file, target);
  const { path, rows, vocabulary } = file;
  if (vocabulary?.featureNames === undefined) return extendNumbers(path, rows, target);
  const [old, found] = [withItems(target, target.itemCount), withItems(vocabulary, rows.numLabels)];
  const features = joinNames("featureNames", old.featureNames, found.featureNames);
  const items = joinNames("itemNames", old.itemNames, found.itemNames);
  const { itemTitles, featureItems } = target;
  const named = target.itemNames !== undefined || vocabulary.itemNames !== undefined;
  return {
    vocabulary: {
      featureNames: features.names,
      ...(named && { itemNames: items.names }),
      ...((itemTitles ?? vocabulary.itemTitles) && {
        itemTitles: appended(itemTitles ?? old.itemNames, vocabulary.itemTitles ?? found.itemNames, items),
      }),
      ...(featureItems &&
        vocabulary.featureItems && {
          featureItems: appended(
            featureItems,
            vocabulary.featureItems.map((item) => (item < 0 ? -1 : items.places[item])),
            features,
          ),
        }),
    },
    featureCount: features.names.length,
    itemCount: items.names.length,
    newFeatures: features.added.length,
    newItems: items.added.length,
  };
}

function extendNumbers(path: string, rows: FileRows["rows"], target: MatchTarget): ExtendedVocabulary {
  const { numFeatures, numLabels } = rows;
  const { title, featureCount, itemCount, itemNames } = target;
  if (numFeatures < featureCount || numLabels < itemCount) {
    throw new DatasetError(
      `found ${numFeatures} features and ${numLabels} labels; expected at least ${featureCount} and ${itemCount}, as in ${title}`,
      { file: path },
    );
  }
  const newItems = numLabels - itemCount;
  // Unnamed items use their number as their name.
  const added = Array.from({ length: newItems }, (_, i) => String(itemCount + i));
  return {
    vocabulary: { ...(itemNames && { itemNames: [...itemNames, ...added] }) },
    featureCount: numFeatures,
    itemCount: numLabels,
    newFeatures: numFeatures - featureCount,
    newItems,
  };
}

/** Old names followed by new names. */
interface JoinedNames {
  readonly names: readonly string[];
  /** For each name in the file, its position in `names`. */
  readonly places: Int32Array;
  /** The positions of the new names in the file. */
  readonly added: readonly number[];
}

function joinNames(part: string, old: readonly string[] = [], found: readonly string[] = []): JoinedNames {
  const places = new Map(old.map((name, place) => [name, place]));
  if (places.size < old.length) throw new RangeError(`${part} of the model contains a name twice`);
  const names = [...old];
  const added: number[] = [];
  for (const [at, name] of found.entries()) {
    if (places.has(name)) continue;
    places.set(name, names.length);
    names.push(name);
    added.push(at);
  }
  return { names, places: Int32Array.from(found, (name) => places.get(name) ?? -1), added };
}

/** The entries for old names, followed by the entries for new names. */
function appended<T>(old: readonly T[] = [], found: readonly T[] = [], { added }: JoinedNames): T[] {
  return [...old, ...added.map((at) => found[at])];
}
