import type { Csr, ValuedCsr } from "@tierwise/data";
import type { XmlDataset } from "@tierwise/datasets-xml";
import { normal, type Random, randomStream } from "@tierwise/random";

/** A random sparse matrix with normally distributed values, in which a fraction of about `density` of the elements is nonzero. */
function randomCsr(rows: number, columns: number, density: number, random: Random): ValuedCsr {
  const indptr = new Int32Array(rows + 1);
  const indices: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) if (random() < density) indices.push(j);
    indptr[i + 1] = indices.length;
  }
  return { indptr, indices: Int32Array.from(indices), values: Float32Array.from(indices, () => normal(random)) };
}

/** Independent random features and labels; some rows may have neither. */
export function randomDataset(numRows: number, numFeatures: number, numLabels: number, seed: number): XmlDataset {
  const random = randomStream(seed);
  const features = randomCsr(numRows, numFeatures, 0.3, random);
  const { indptr, indices } = randomCsr(numRows, numLabels, 0.3, random);
  return { features, labels: { indptr, indices }, numRows, numFeatures, numLabels };
}

/** Data in which every row has the features and labels of one topic, a structure that any method must find. */
export function topicDataset(numRows: number, topics: number, seed: number): XmlDataset {
  const random = randomStream(seed);
  const [features, labels]: number[][][] = [[], []];
  for (let i = 0; i < numRows; i++) {
    const topic = i % topics;
    features.push([0, 1, 2, 3, 4].filter(() => random() < 0.8).map((f) => 5 * topic + f));
    labels.push([2 * topic, ...(random() < 0.5 ? [2 * topic + 1] : [])]);
  }
  const csr = (rows: number[][]): Csr => {
    const indptr = new Int32Array(rows.length + 1);
    for (const [i, row] of rows.entries()) indptr[i + 1] = indptr[i] + row.length;
    return { indptr, indices: Int32Array.from(rows.flat()) };
  };
  const x = csr(features);
  return {
    features: { ...x, values: new Float32Array(x.indices.length).fill(1) },
    labels: csr(labels),
    numRows,
    numFeatures: 5 * topics,
    numLabels: 2 * topics,
  };
}

/** Converts a sparse matrix to dense rows in double precision. */
export function dense({ indptr, indices, values }: Csr, columns: number): number[][] {
  return Array.from({ length: indptr.length - 1 }, (_, i) => {
    const row = new Array<number>(columns).fill(0);
    for (let e = indptr[i]; e < indptr[i + 1]; e++) row[indices[e]] += values?.[e] ?? 1;
    return row;
  });
}
