import { writeFileAtomic } from "@tierwise/data/files";
import { csrProblem } from "@tierwise/data/reading";
import { rowIndices, rowValues } from "@tierwise/data/rows";
import type { XmlDataset } from "./xml-dataset.ts";
import { formatXml, type XmlRow, type XmlTextOptions } from "./xml-format/format-xml.ts";

/**
 * Writes a dataset as one text file: a header `rows features labels`, then one line `label,label feature:value …` per row. The file is
 * gzipped if its name ends in `.gz`. Reading it back gives an equal dataset. The file appears only once it is complete, and its text need
 * not fit in memory.
 *
 * @param path - The file to write.
 * @param dataset - The dataset to write. Throws if a label has a value other than 1, because the format cannot represent it.
 * @param options - The format of values.
 *
 * @example
 * ```ts
 * import { mkdtempSync, readFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { parseXmlDataset, select, writeXmlDataset } from "@tierwise/datasets-xml";
 *
 * const dataset = parseXmlDataset(new TextEncoder().encode("2 3 4\n0,3 1:0.5 2:1\n 0:0.1\n"));
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "second.txt");
 * await writeXmlDataset(path, select(dataset, [1]));
 * console.log(JSON.stringify(readFileSync(path, "utf8"))); // "1 3 4\n 0:0.1\n"
 * ```
 */
export async function writeXmlDataset(path: string, dataset: XmlDataset, options: XmlTextOptions = {}): Promise<void> {
  const { features, labels, numRows, numFeatures, numLabels } = dataset;
  const problem = csrProblem(features, numRows, numFeatures);
  if (problem !== undefined) throw new RangeError(`features: ${problem}`);
  const labelProblem = csrProblem(labels, numRows, numLabels);
  if (labelProblem !== undefined) throw new RangeError(`labels: ${labelProblem}`);
  if (labels.values !== undefined)
    throw new RangeError("labels have values other than 1, which this format cannot represent; expected only 1");
  if (!features.values.every(Number.isFinite))
    throw new RangeError("features contain a value that is not finite; expected finite numbers");
  await writeFileAtomic(path, formatXml({ numRows, numFeatures, numLabels }, rowsOf(dataset), options));
}

function* rowsOf({ features, labels, numRows }: XmlDataset): Generator<XmlRow> {
  for (let row = 0; row < numRows; row++) {
    yield { labels: rowIndices(labels, row), indices: rowIndices(features, row), values: rowValues(features, row) };
  }
}
