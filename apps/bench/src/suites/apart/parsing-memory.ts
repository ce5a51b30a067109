// node --expose-gc dist/suites/apart/parsing-memory.js FILE: reads a dataset and prints the peak memory as JSON.
import { parseXmlDataset, readXmlDataset } from "@tierwise/datasets-xml";
import { peakBytes } from "@tierwise/studies/peak-memory";

export interface MemoryReport {
  /** Peak resident memory minus the resident memory before the file was opened. */
  readonly peakBytes: number;
  /** The total size of the arrays of the dataset. */
  readonly resultBytes: number;
}

// Compiles the code first, so that the measurement excludes the compiler's memory, which does not grow with the data.
const warm = new TextEncoder().encode(`2000 9 9\n${"1,2 3:0.5 4:0.25\n".repeat(2000)}`);
for (let i = 0; i < 20; i++) parseXmlDataset(warm);

globalThis.gc?.();
const before = process.memoryUsage.rss();
const { features, labels } = await readXmlDataset(process.argv[2], { cache: false });
const arrays = [features.indptr, features.indices, features.values, labels.indptr, labels.indices];
const report: MemoryReport = {
  peakBytes: peakBytes() - before,
  resultBytes: arrays.reduce((sum, array) => sum + array.byteLength, 0),
};
console.log(JSON.stringify(report));
