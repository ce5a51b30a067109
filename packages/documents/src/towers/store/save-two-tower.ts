import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "@tierwise/data/files";
import { towerShape, weightLengths } from "../layers/parameters.ts";
import { type TwoTowerContent, type TwoTowerModel, twoTowerModel } from "../two-tower-model.ts";
import { twoTower } from "../two-tower-scorer.ts";
import { decodeArrays, encodeArrays } from "./typed-arrays-file.ts";

const fileName = "two-tower.bin";
const version = 1;

/**
 * Writes a two-tower model to a directory, as one file that is replaced atomically.
 *
 * @param model - A model from {@link trainTwoTower}.
 * @param directory - The directory, which is created if it does not exist.
 */
export async function saveTwoTowerModel(model: TwoTowerModel, directory: string): Promise<void> {
  const { rank, scores, contextVectors, withItems, seenItems, itemVectors, itemCount, itemNames, ...content } = model;
  await writeFileAtomic(join(directory, fileName), encodeArrays(content, version));
}

/**
 * Reads a two-tower model from its directory.
 *
 * @param directory - The directory.
 * @throws Error with the path of the file if it is missing, damaged or of a later version.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { loadTwoTowerModel, parseItems, saveTwoTowerModel, trainTwoTower, twoTower } from "@tierwise/documents";
 *
 * const items = parseItems("id,kind\na,tea\nb,coffee\n");
 * const features = { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0), values: Float32Array.of(1) };
 * const labels = { indptr: Int32Array.of(0, 1), indices: Int32Array.of(1) };
 * const scorer = twoTower({ dimensions: 4, epochs: 20 });
 * const model = await trainTwoTower({ features, labels }, items, { scorer, validation: 0, threads: 1 });
 *
 * const directory = mkdtempSync(join(tmpdir(), "tierwise-"));
 * await saveTwoTowerModel(model, directory);
 * const { items: best } = await (await loadTwoTowerModel(directory)).rank(features, { k: 1 });
 * console.log(items.itemNames[best[0]]); // b
 * ```
 */
export async function loadTwoTowerModel(directory: string): Promise<TwoTowerModel> {
  const path = join(directory, fileName);
  const bytes = await readFile(path).catch((error: Error) => {
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  try {
    return twoTowerModel(checked(decodeArrays(bytes, version) as TwoTowerContent));
  } catch (error) {
    throw new Error(`${path} is damaged: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws an error unless the arrays have the lengths that the scorer and the features require. */
function checked(content: TwoTowerContent): TwoTowerContent {
  const { scorer, featureCount, itemFeatureNames, weights, ownVectors, trainedItems, contextScaling, itemScaling } =
    content;
  const kept = twoTower(scorer.options);
  const shape = towerShape(kept, { featureCount, itemFeatureCount: itemFeatureNames.length });
  const { embedding, dense } = weightLengths(shape);
  const own = kept.options.itemVectors ? trainedItems.length * kept.options.dimensions : 0;
  const expect = (name: string, array: ArrayLike<number>, length: number): void => {
    if (array?.length !== length) throw new Error(`${name}.length is ${array?.length}; expected ${length}`);
  };
  expect("weights.embedding", weights.embedding, embedding);
  expect("weights.dense", weights.dense, dense);
  expect("ownVectors", ownVectors, own);
  for (const part of ["log", "centers", "scales"] as const) {
    expect(`contextScaling.${part}`, contextScaling[part], featureCount);
    expect(`itemScaling.${part}`, itemScaling[part], itemFeatureNames.length);
  }
  return { ...content, scorer: kept };
}
