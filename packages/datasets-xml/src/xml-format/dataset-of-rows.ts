import { DatasetError } from "@tierwise/data/reading";
import type { Csr } from "@tierwise/data/rows";
import type { XmlDataset } from "../xml-dataset.ts";
import type { ParsedRows } from "./rows-parser.ts";

/** The data set in a file that holds labels and features. */
export function datasetOfRows({ entries, labels, numRows, numColumns, numLabels }: ParsedRows): XmlDataset {
  return { features: entries, labels, numRows, numFeatures: numColumns, numLabels };
}

/** The data set in the two files of a pair, or in its label file alone: then no row has features. */
export function datasetOfPair(labels: ParsedRows, features: ParsedRows | undefined): XmlDataset {
  const { numRows, numColumns: numLabels } = labels;
  if (features && features.numRows !== numRows) {
    const problem = `the header says ${features.numRows} rows; ${labels.file} has ${numRows}`;
    throw new DatasetError(problem, { file: features.file, line: 1 });
  }
  return {
    features: features?.entries ?? noEntries(numRows),
    labels: labelMatrix(labels),
    numRows,
    numFeatures: features?.numColumns ?? 0,
    numLabels,
  };
}

/** A label's value is 1, or some other weight above 0; values are kept only where there is such a weight. */
function labelMatrix({ entries, file }: ParsedRows): Csr {
  const { indptr, indices, values } = entries;
  const wrong = values.findIndex((value) => value <= 0);
  if (wrong >= 0) {
    const row = indptr.findIndex((end) => end > wrong) - 1;
    throw new DatasetError(`label ${indices[wrong]} has the value ${values[wrong]}; expected a number above 0`, {
      file,
      line: row + 2,
    });
  }
  return values.every((value) => value === 1) ? { indptr, indices } : entries;
}

function noEntries(numRows: number): XmlDataset["features"] {
  return { indptr: new Int32Array(numRows + 1), indices: new Int32Array(0), values: new Float32Array(0) };
}
