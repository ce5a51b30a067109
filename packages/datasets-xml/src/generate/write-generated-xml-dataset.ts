import { writeFileAtomic } from "@tierwise/data/files";
import { formatXml, type XmlTextOptions } from "../xml-format/format-xml.ts";
import { type GenerateXmlOptions, generateSettings } from "./generate-options.ts";
import { generateRows } from "./generate-rows.ts";
import { createModel, type GroundTruth } from "./ground-truth.ts";

/**
 * Writes the dataset of {@link generateXmlDataset} directly to a text file, one row at a time, so that neither the text nor the dataset has
 * to fit in memory. The file is gzipped if its name ends in `.gz`.
 *
 * @param path - The file to write.
 * @param options - The dataset to generate, and the format of values.
 * @returns The model that the labels were drawn from.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readXmlDataset, writeGeneratedXmlDataset } from "@tierwise/datasets-xml";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "test.txt.gz");
 * await writeGeneratedXmlDataset(path, { preset: "eurlex-4k", part: "test", rows: 100 });
 * const { numRows, numLabels } = await readXmlDataset(path);
 * console.log(numRows, numLabels); // 100 3993
 * ```
 */
export async function writeGeneratedXmlDataset(
  path: string,
  options: GenerateXmlOptions & XmlTextOptions,
): Promise<GroundTruth> {
  const { decimals, ...others } = options;
  const settings = generateSettings(others);
  const model = createModel(settings);
  const counts = { numRows: settings.rows, numFeatures: settings.features, numLabels: settings.labels };
  const text = formatXml(counts, generateRows(settings, model), decimals === undefined ? {} : { decimals });
  await writeFileAtomic(path, text);
  return model.truth;
}
