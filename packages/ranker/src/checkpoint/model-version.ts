import { openModelFile } from "../single-file/open-model-file.ts";
import { isWeightArray, type StoredModel } from "../store/header.ts";
import { findHeader } from "../store/model-directory.ts";
import { createSha256 } from "../store/sha256.ts";
import { type ModelSource, resolveSource } from "./model-source.ts";

/**
 * The version of the model in a directory or file, the same as {@link TrainedModel.version} after loading it. Only the header is read, so
 * that a server can check for a new model without loading it.
 *
 * @param source - The directory or file of the model; see {@link ModelSource}.
 * @returns 12 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, loadModel, readModelVersion } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * await createRanker({ features: 5, hidden: 8, items: 4, seed: 1 }).save(directory);
 * const { version } = await loadModel(directory);
 * console.log(version.length, (await readModelVersion(directory)) === version); // 12 true
 * ```
 */
export async function readModelVersion(source: ModelSource): Promise<string> {
  const place = await resolveSource(source);
  if (typeof place === "string") {
    const header = await findHeader(place);
    if (header === undefined) throw new Error(`${place} does not contain a model`);
    return versionOf(header.model);
  }
  const { header, close } = await openModelFile(place);
  await close();
  return versionOf(header.model);
}

/**
 * Identifies a model by everything that determines its answers: sizes, weights, transforms, normalization and names. The result is the
 * start of a SHA-256. It is the same for the directory and the single file of a model.
 */
export function versionOf({
  members,
  itemNames,
  featureNames,
  featureItems,
  transforms,
  neighbors,
}: StoredModel<unknown>): string {
  const weights = members.map(({ shape, normalize, arrays }) => ({
    shape: [shape.features, shape.hidden, shape.items],
    normalize,
    arrays: Object.keys(arrays)
      .filter(isWeightArray)
      .sort()
      .map((name) => [name, (arrays[name] as { readonly sha256: string }).sha256]),
  }));
  const hash = createSha256();
  hash.update(
    new TextEncoder().encode(JSON.stringify({ weights, itemNames, featureNames, featureItems, transforms, neighbors })),
  );
  return hash.hex().slice(0, 12);
}
