import { DatasetError, quoted } from "../reading/dataset-error.ts";
import type { LabeledRows } from "../rows/labeled-rows.ts";
import { type AlignedRows, alignRows, type LeftOut } from "./align-rows.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The target that rows are matched against: the sizes and vocabulary of a model or of training rows. */
export interface MatchTarget extends Vocabulary {
  /** The name of the target in messages, such as `the model m`. */
  readonly title: string;
  /** The number of features. */
  readonly featureCount: number;
  /** The number of items. */
  readonly itemCount: number;
  /** Minimum sizes of rows without names: such rows may be older than the model's extension. Default: `featureCount` and `itemCount`. */
  readonly least?: Pick<MatchTarget, "featureCount" | "itemCount">;
}

/** Rows of a file, with their vocabulary. */
export interface FileRows {
  /** The name of the file in messages. */
  readonly path: string;
  /** The rows. */
  readonly rows: LabeledRows;
  /** The vocabulary of the file; undefined if it has none. */
  readonly vocabulary: Vocabulary | undefined;
}

/** The result of {@link matchRows}. */
export interface MatchedRows {
  /** The rows, with the features and items of the target. */
  readonly rows: LabeledRows;
  /** A message about features and items that were left out because the target does not have them; undefined if nothing was left out. */
  readonly note: string | undefined;
}

/**
 * Maps the rows of a file to the features and items of a model by name, regardless of order. If neither the file nor the model has names,
 * both must have the same sizes, and numbers are used unchanged. It is an error if only the file or only the model has names, because the
 * meaning of the other's numbers is then unknown.
 *
 * @param file - The rows and their vocabulary.
 * @param target - The model, or the training rows.
 * @throws DatasetError if only the file or only the target has names, if the target has none of the features, or if unnamed rows have other
 * sizes.
 *
 * @example
 * ```ts
 * import { matchRows } from "@tierwise/data";
 *
 * const rows = {
 *   numRows: 1, numFeatures: 2, numLabels: 1,
 *   features: { indptr: Int32Array.of(0, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(1, 1) },
 *   labels: { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0) },
 * };
 * const vocabulary = { featureNames: ["hot", "cold"], itemNames: ["tea"] };
 * const model = { title: "the model m", featureCount: 1, itemCount: 1, featureNames: ["hot"], itemNames: ["tea"] };
 * console.log(matchRows({ path: "day.txt", rows, vocabulary }, model).note);
 * // day.txt: 1 of 2 features (1 of 2 entries) is unknown to the model m and left out
 * ```
 */
export function matchRows({ path, rows, vocabulary }: FileRows, target: MatchTarget): MatchedRows {
  const [inFile, inTarget] = [vocabulary?.featureNames, target.featureNames];
  refuseOneSidedNames({ path, rows, vocabulary }, target);
  if (vocabulary === undefined || inFile === undefined) {
    checkSizes(path, rows, target);
    const { featureCount: numFeatures, itemCount: numLabels } = target;
    const same = rows.numFeatures === numFeatures && rows.numLabels === numLabels;
    return { rows: same ? rows : { ...rows, numFeatures, numLabels }, note: undefined };
  }
  const aligned = alignRows(rows, withItems(vocabulary, rows.numLabels), withItems(target, target.itemCount));
  if (aligned.unknownFeatures.names > 0 && aligned.rows.features.indices.length === 0) {
    throw new DatasetError(
      `none of its features (${examples(inFile)}) is a feature of ${target.title} (${examples(inTarget)})`,
      { file: path },
    );
  }
  return { rows: aligned.rows, note: unknownSentence(path, rows, aligned, target) };
}

/** Throws if only the file or only the target has feature names. */
export function refuseOneSidedNames({ path, vocabulary }: FileRows, target: MatchTarget): void {
  const [inFile, inTarget] = [vocabulary?.featureNames, target.featureNames];
  if (inFile === undefined && inTarget !== undefined) {
    throw new DatasetError(
      `its features and items are only numbered, but ${target.title} has names for them (${examples(inTarget)}); expected the original ratings, ` +
        "or a file with a vocabulary.json in the same folder, as `tierwise data convert` writes it",
      { file: path },
    );
  }
  if (inFile !== undefined && inTarget === undefined) {
    throw new DatasetError(
      `its features have names (${examples(inFile)}), but those of ${target.title} are only numbered; ` +
        "expected a model trained on a file with a vocabulary.json in the same folder",
      { file: path },
    );
  }
}

/** The vocabulary, with item numbers as names if items have no names. */
export function withItems(vocabulary: Vocabulary, count: number): Vocabulary {
  return { itemNames: Array.from({ length: count }, (_, item) => String(item)), ...definedNames(vocabulary) };
}

function definedNames({ itemNames, featureNames }: Vocabulary): Vocabulary {
  return { ...(itemNames && { itemNames }), featureNames };
}

function checkSizes(path: string, { numFeatures, numLabels }: LabeledRows, target: MatchTarget): void {
  const { featureCount, itemCount, least = target } = target;
  const enough = numFeatures >= least.featureCount && numLabels >= least.itemCount;
  if (enough && numFeatures <= featureCount && numLabels <= itemCount) return;
  throw new DatasetError(
    `found ${numFeatures} features and ${numLabels} labels; expected ${featureCount} and ${itemCount}, as in ${target.title}`,
    { file: path },
  );
}

function unknownSentence(
  path: string,
  rows: LabeledRows,
  { unknownFeatures, unknownItems }: AlignedRows,
  { title }: MatchTarget,
): string | undefined {
  const part = ({ names, entries }: LeftOut, of: number, all: number, kind: string, what: string): string[] =>
    names === 0 ? [] : [`${names} of ${of} ${kind} (${entries} of ${all} ${what})`];
  const parts = [
    ...part(unknownFeatures, rows.numFeatures, rows.features.indices.length, "features", "entries"),
    ...part(unknownItems, rows.numLabels, rows.labels.indices.length, "items", "labels"),
  ];
  if (parts.length === 0) return undefined;
  const verb = parts.length === 1 && unknownFeatures.names + unknownItems.names === 1 ? "is" : "are";
  return `${path}: ${parts.join(" and ")} ${verb} unknown to ${title} and left out`;
}

function examples(names: readonly string[] | undefined = []): string {
  return `${names.slice(0, 3).map(quoted).join(", ")}${names.length > 3 ? ", …" : ""}`;
}
