import { createHash } from "node:crypto";
import type { XmlDataset } from "@tierwise/datasets-xml";
import { type DataSource, readStudyData, type StudyData } from "./study-data.ts";

/** Data as a cell names them: where they are, and a fingerprint of their content, which alone counts for the cell's key. */
export interface DataReference {
  /** What to call them. */
  readonly name: string;
  /** Where they are. */
  readonly source: DataSource;
  /** SHA-256 of the rows, whatever form the files have. */
  readonly fingerprint: string;
}

/** The data that were used last, which the next cell usually needs again. */
let held: { readonly fingerprint: string; readonly data: StudyData } | undefined;

/**
 * A reference to data that have been read already, which are kept for the cells that name them.
 *
 * @param name - What to call the data.
 * @param source - Where other processes can read the same.
 * @param data - The data.
 */
export function referToData(name: string, source: DataSource, data: StudyData): DataReference {
  const fingerprint = fingerprintOf(data);
  held = { fingerprint, data };
  return { name, source, fingerprint };
}

/** The data of a reference: those in memory, or read from their source, which must not have changed. */
export async function dataOf({ name, source, fingerprint }: DataReference): Promise<StudyData> {
  if (held?.fingerprint === fingerprint) return held.data;
  held = undefined;
  const data = await readStudyData(source);
  const found = fingerprintOf(data);
  if (found !== fingerprint) {
    throw new Error(`the data ${name} have changed: their fingerprint is ${found}; expected ${fingerprint}`);
  }
  held = { fingerprint, data };
  return data;
}

function fingerprintOf({ train, test, validation }: StudyData): string {
  const hash = createHash("sha256");
  for (const rows of [train, test, ...(validation === undefined ? [] : [validation])]) addRows(hash, rows);
  return hash.digest("hex").slice(0, 32);
}

function addRows(hash: ReturnType<typeof createHash>, rows: XmlDataset): void {
  hash.update(JSON.stringify([rows.numRows, rows.numFeatures, rows.numLabels]));
  for (const { indptr, indices, values } of [rows.features, rows.labels] as readonly XmlDataset["features"][]) {
    for (const part of [indptr, indices, ...(values === undefined ? [] : [values])]) {
      hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    }
  }
}
