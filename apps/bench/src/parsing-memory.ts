// node --expose-gc dist/parsing-memory.js FILE: reads a data set and prints, as JSON, how much memory that took at its peak.
import { existsSync, readFileSync } from "node:fs";
import { parseXmlDataset, readXmlDataset } from "@tierwise/datasets-xml";

/** What `parsing-memory` prints. */
export interface MemoryReport {
  /** Peak resident memory, less what was resident before the file was opened. */
  readonly peakBytes: number;
  /** The size of all arrays of the data set. */
  readonly resultBytes: number;
}

// The code is compiled before memory is looked at: what the compiler takes does not grow with the data.
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

/**
 * Peak resident memory of this process. On Linux `maxRSS` starts from what the parent had when it forked, so it says
 * nothing about a child that is smaller; the high-water mark of the process itself does.
 */
function peakBytes(): number {
  const status = "/proc/self/status";
  const [, kibibytes] = (existsSync(status) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))) || [];
  return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
}
