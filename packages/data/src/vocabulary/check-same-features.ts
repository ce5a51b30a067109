import { DatasetError, quoted } from "../reading/dataset-error.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Throws if the features of a data file are known to differ from those of a model. Does nothing if either has no feature names.
 *
 * @param path - The data file, for the error message.
 * @param data - The vocabulary of the data file; undefined if there is none.
 * @param model - The vocabulary of the model, or the model itself.
 * @throws DatasetError that names the first feature that differs.
 *
 * @example
 * ```ts
 * import { checkSameFeatures } from "@tierwise/data";
 *
 * try {
 *   checkSameFeatures("users.txt", { featureNames: ["tea", "milk"] }, { featureNames: ["tea", "rice"] });
 * } catch (error) {
 *   console.log((error as Error).message);
 *   // users.txt: its features differ from the model's: feature 1 is "milk" in the file and "rice" in the model
 * }
 * ```
 */
export function checkSameFeatures(path: string, data: Vocabulary | undefined, model: Vocabulary): void {
  const [inFile, inModel] = [data?.featureNames, model.featureNames];
  if (inFile === undefined || inModel === undefined) return;
  const count = Math.max(inFile.length, inModel.length);
  for (let feature = 0; feature < count; feature++) {
    if (inFile[feature] === inModel[feature]) continue;
    const [here, there] = [inFile[feature], inModel[feature]].map((name) =>
      name === undefined ? "missing" : quoted(name),
    );
    throw new DatasetError(
      `its features differ from the model's: feature ${feature} is ${here} in the file and ${there} in the model`,
      { file: path },
    );
  }
}
