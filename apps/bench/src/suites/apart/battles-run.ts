// node --expose-gc dist/suites/apart/battles-run.js split|csv|parquet|csvParse FILE: reads battles and prints time and memory as JSON.
import { createReadStream } from "node:fs";
import { readPreferences } from "@tierwise/data";
import { readChunks } from "@tierwise/data/files";
import { peakBytes } from "@tierwise/studies/peak-memory";
import { parse } from "csv-parse";

export interface BattlesReport {
  readonly milliseconds: number;
  /** Peak resident memory minus the resident memory before the file was opened. */
  readonly peakBytes: number;
  /** The number of lines, rows or observations. */
  readonly count: number;
}

const [what, path] = process.argv.slice(2);

const runs: Record<string, () => Promise<number>> = {
  split: countLines,
  csv: async () => (await readPreferences(path)).reading.rows,
  parquet: async () => (await readPreferences(path)).reading.rows,
  csvParse: countRecords,
};

globalThis.gc?.();
const before = process.memoryUsage.rss();
const start = performance.now();
const count = await runs[what]();
const report: BattlesReport = { milliseconds: performance.now() - start, peakBytes: peakBytes() - before, count };
console.log(JSON.stringify(report));

/** The baseline: splits chunks of text at line feeds. */
async function countLines(): Promise<number> {
  const decoder = new TextDecoder();
  let lines = 0;
  let rest = "";
  for await (const chunk of readChunks(path)) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts[parts.length - 1];
    lines += parts.length - 1;
  }
  return lines;
}

/** Reads the records with csv-parse, without interpreting them. */
async function countRecords(): Promise<number> {
  let records = 0;
  for await (const _ of createReadStream(path).pipe(parse())) records++;
  return records;
}
