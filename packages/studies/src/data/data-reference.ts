import { createHash } from "node:crypto";
import type { XmlDataset } from "@tierwise/datasets-xml";
import { type DataSource, readStudyData, type StudyData } from "./study-data.ts";

/** A reference to the data of a cell: the location and a fingerprint of the content. Only the fingerprint is part of the cell's key. */
export interface DataReference {
  /** The name of the data. */
  readonly name: string;
  /** Where to read the data. */
  readonly source: DataSource;
  /** The first 128 bits of a SHA-256 of the rows, independent of the file format. */
  readonly fingerprint: string;
}

/** The most recently used data, cached because the next cell usually needs the same data. */
let held: { readonly fingerprint: string; readonly data: StudyData } | undefined;

/**
 * Creates a reference to data that are already in memory, and caches the data for the cells that refer to them.
 *
 * @param name - The name of the data.
 * @param source - Where other processes can read the same data.
 * @param data - The data.
 */
export function createDataReference(name: string, source: DataSource, data: StudyData): DataReference {
  const fingerprint = fingerprintOf(data);
  held = { fingerprint, data };
  return { name, source, fingerprint };
}

/**
 * Returns the data of a reference, from memory or from their source. If the source has changed, throws an error.
 *
 * @param reference - The reference.
 * @param context - The local path of each file. Default: the path in the reference.
 */
export async function loadData(
  { name, source, fingerprint }: DataReference,
  { file = (path) => path }: { readonly file?: (path: string) => string } = {},
): Promise<StudyData> {
  if (held?.fingerprint === fingerprint) return held.data;
  held = undefined;
  const data = await readStudyData(localSource(source, file));
  const found = fingerprintOf(data);
  if (found !== fingerprint) {
    throw new Error(`the dataset ${name} has changed: its fingerprint is ${found}; expected ${fingerprint}`);
  }
  held = { fingerprint, data };
  return data;
}

/** Replaces the paths of files in a source with local paths. */
function localSource(source: DataSource, file: (path: string) => string): DataSource {
  if ("folder" in source) return source;
  if ("ratings" in source) return { ...source, ratings: file(source.ratings) };
  const validation = source.validation === undefined ? {} : { validation: file(source.validation) };
  const train = file(source.train);
  return "test" in source
    ? { ...source, train, test: file(source.test), ...validation }
    : { ...source, train, ...validation };
}

function fingerprintOf({ train, test, validation }: StudyData): string {
  const hash = createHash("sha256");
  for (const rows of [train, test, ...(validation === undefined ? [] : [validation])]) addRows(hash, rows);
  return hash.digest("hex").slice(0, 32);
}

function addRows(hash: ReturnType<typeof createHash>, rows: XmlDataset): void {
  hash.update(JSON.stringify([rows.numRows, rows.numFeatures, rows.numLabels]));
  if (rows.groups !== undefined) addArray(hash, rows.groups);
  for (const { indptr, indices, values } of [rows.features, rows.labels] as readonly XmlDataset["features"][]) {
    for (const part of [indptr, indices, ...(values === undefined ? [] : [values])]) addArray(hash, part);
  }
}

function addArray(hash: ReturnType<typeof createHash>, part: Float32Array | Int32Array): void {
  hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
}
