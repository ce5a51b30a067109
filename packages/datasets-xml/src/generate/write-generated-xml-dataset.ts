import { writeFileWhole } from "@tierwise/data/files";
import { formatXml, type XmlTextOptions } from "../xml-format/format-xml.ts";
import { type GenerateXmlOptions, generateSettings } from "./generate-options.ts";
import { generateRows } from "./generate-rows.ts";
import { createModel, type GroundTruth } from "./ground-truth.ts";

/**
 * Generates the data set of {@link generateXmlDataset} straight into a text file, row by row: neither the text nor the data
 * set is ever in memory as a whole. Packed with gzip where the name ends in `.gz`.
 *
 * @param path - The file to write.
 * @param options - What to generate, and how values are written.
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
  await writeFileWhole(path, text);
  return model.truth;
}
