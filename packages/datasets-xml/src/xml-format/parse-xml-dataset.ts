import { DatasetError, type MemoryOptions, resolveMaxBytes } from "@tierwise/data/reading";
import type { Csr } from "@tierwise/data/rows";
import type { XmlDataset } from "../xml-dataset.ts";
import { createRowsParser, type FileKind, type ParsedRows } from "./rows-parser.ts";

/** A pair of files, as in the newer datasets: each contains one matrix. */
export interface XmlPair<File> {
  /** The features, `trn_X_Xf.txt`. Default: rows have no features. */
  readonly features?: File;
  /** The labels, `trn_X_Y.txt`. */
  readonly labels: File;
}

/** A single file with labels and features, or a pair. A file is a path, bytes or chunks of bytes. */
export type XmlSource<File> = File | XmlPair<File>;

/** Options for {@link parseXmlDataset} and {@link parseXmlStream}. */
export interface ParseXmlOptions extends MemoryOptions {
  /** The name of the file in error messages, or the names of the two files of a pair. Default: `"input"`. */
  readonly file?: XmlSource<string>;
}

/**
 * Parses a dataset from text in memory, given as bytes or as chunks of bytes. Uses no Node API.
 *
 * Format: a header `rows features labels`, then one line `label,label feature:value feature:value` per row, with 0-based indices. See
 * {@link readXmlDataset} for accepted variations and errors.
 *
 * @param source - The bytes of a file, or of the two files of a pair.
 * @param options - The name of the input in error messages, and the memory limit.
 * @throws DatasetError if the text is not such a dataset.
 *
 * @example
 * ```ts
 * import { rowIndices } from "@tierwise/data";
 * import { parseXmlDataset } from "@tierwise/datasets-xml";
 *
 * const text = "2 3 4\n0,3 1:0.5 2:1\n 0:2\n";
 * const dataset = parseXmlDataset(new TextEncoder().encode(text));
 * console.log(dataset.numRows, rowIndices(dataset.labels, 0), dataset.features.values);
 * // 2 Int32Array(2) [ 0, 3 ] Float32Array(3) [ 0.5, 1, 2 ]
 * ```
 *
 * Bhatia et al. (2016), The extreme classification repository: multi-label datasets and code.
 */
export function parseXmlDataset(
  source: XmlSource<Uint8Array | Iterable<Uint8Array>>,
  { file = "input", ...memory }: ParseXmlOptions = {},
): XmlDataset {
  const maxBytes = resolveMaxBytes(memory);
  if (source instanceof Uint8Array || Symbol.iterator in source) {
    return datasetOfRows(parseRows(source, "labels and features", oneName(file), maxBytes));
  }
  const names = namesOfPair(file);
  const labels = parseRows(source.labels, "label", names.labels, maxBytes);
  const features = source.features && parseRows(source.features, "feature", names.features, maxBytes);
  return datasetOfPair(labels, features);
}

/**
 * Parses a dataset from a stream of bytes, such as a file or the body of a response. Uses no Node API. In all other respects, this works
 * like {@link parseXmlDataset}.
 *
 * @param source - The chunks of a file, or of the two files of a pair. A chunk may be overwritten once the next is requested.
 * @param options - The name of the input in error messages, and the memory limit.
 * @throws DatasetError if the text is not such a dataset.
 *
 * @example
 * ```ts
 * import { parseXmlStream } from "@tierwise/datasets-xml";
 *
 * const body = new Blob(["1 3 4\n0,3 1:0.5 2:1\n"]).stream();
 * const dataset = await parseXmlStream(body);
 * console.log(dataset.labels.indices); // Int32Array(2) [ 0, 3 ]
 * ```
 */
export async function parseXmlStream(
  source: XmlSource<AsyncIterable<Uint8Array>>,
  { file = "input", ...memory }: ParseXmlOptions = {},
): Promise<XmlDataset> {
  const maxBytes = resolveMaxBytes(memory);
  if (Symbol.asyncIterator in source) {
    return datasetOfRows(await parseRowsStream(source, "labels and features", oneName(file), maxBytes));
  }
  const names = namesOfPair(file);
  const labels = await parseRowsStream(source.labels, "label", names.labels, maxBytes);
  const features = source.features && (await parseRowsStream(source.features, "feature", names.features, maxBytes));
  return datasetOfPair(labels, features);
}

function parseRows(
  chunks: Uint8Array | Iterable<Uint8Array>,
  kind: FileKind,
  file: string,
  maxBytes: number,
): ParsedRows {
  const parser = createRowsParser(kind, file, maxBytes);
  for (const chunk of chunks instanceof Uint8Array ? [chunks] : chunks) parser.push(chunk);
  return parser.finish();
}

async function parseRowsStream(
  chunks: AsyncIterable<Uint8Array>,
  kind: FileKind,
  file: string,
  maxBytes: number,
): Promise<ParsedRows> {
  const parser = createRowsParser(kind, file, maxBytes);
  for await (const chunk of chunks) parser.push(chunk);
  return parser.finish();
}

function oneName(file: XmlSource<string>): string {
  return typeof file === "string" ? file : file.labels;
}

function namesOfPair(file: XmlSource<string>): { features: string; labels: string } {
  if (typeof file === "string") return { features: file, labels: file };
  return { features: file.features ?? file.labels, labels: file.labels };
}

/** The dataset in a file with labels and features. */
function datasetOfRows({ entries, labels, numRows, numColumns, numLabels }: ParsedRows): XmlDataset {
  return { features: entries, labels, numRows, numFeatures: numColumns, numLabels };
}

/** The dataset in the two files of a pair. For a label file alone, rows have no features. */
function datasetOfPair(labels: ParsedRows, features: ParsedRows | undefined): XmlDataset {
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

/** Returns the label matrix. Label values must be positive, and are omitted if all are 1. */
function labelMatrix({ entries, file }: ParsedRows): Csr {
  const { indptr, indices, values } = entries;
  const wrong = values.findIndex((value) => value <= 0);
  if (wrong >= 0) {
    const row = indptr.findIndex((end) => end > wrong) - 1;
    throw new DatasetError(`label ${indices[wrong]} has the value ${values[wrong]}; expected a positive number`, {
      file,
      line: row + 2,
    });
  }
  return values.every((value) => value === 1) ? { indptr, indices } : entries;
}

function noEntries(numRows: number): XmlDataset["features"] {
  return { indptr: new Int32Array(numRows + 1), indices: new Int32Array(0), values: new Float32Array(0) };
}
