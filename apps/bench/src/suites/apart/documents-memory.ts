// node --expose-gc dist/suites/apart/documents-memory.js FILE TREES: reads lists of documents, trains trees, and prints the peak memory as JSON.
import { boostedTrees, generateDocuments, readDocuments, trainDocuments } from "@tierwise/documents";
import { peakBytes } from "@tierwise/studies/peak-memory";

/** The output of `documents-memory`, in bytes. */
export interface DocumentsMemory {
  /** Peak resident memory during reading, minus the resident memory before reading. */
  readonly readingBytes: number;
  /** Peak resident memory during reading and training, minus the resident memory before reading. */
  readonly trainingBytes: number;
  /** The size of the features as floats. */
  readonly featureBytes: number;
}

const [path, trees] = process.argv.slice(2);
const scorer = boostedTrees({ trees: Number(trees), leaves: 31 });
const training = { scorer, loss: "pl-partition", validation: 0, threads: 1 } as const;
// Compiles the code first, so that the measurement excludes the compiler's memory, which does not grow with the data.
await trainDocuments(generateDocuments({ lists: 20, seed: 1 }).lists, training);

globalThis.gc?.();
const before = process.memoryUsage.rss();
const lists = await readDocuments(path);
const readingBytes = peakBytes() - before;
await trainDocuments(lists, training);
const report: DocumentsMemory = {
  readingBytes,
  trainingBytes: peakBytes() - before,
  featureBytes: lists.features.byteLength,
};
console.log(JSON.stringify(report));
