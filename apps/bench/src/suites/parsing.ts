import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type GenerateXmlOptions,
  parseXmlDataset,
  readXmlDataset,
  writeGeneratedXmlDataset,
  type XmlTextOptions,
} from "@tierwise/datasets-xml";
import { medianOf } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import type { MemoryReport } from "./apart/parsing-memory.ts";

/** Text similar to Delicious (`7:1.000000`, many labels) and to Eurlex (`7:0.084556`, many features). */
const shapes: Record<string, GenerateXmlOptions & XmlTextOptions> = {
  "Delicious-shaped": { preset: "delicious-1k", decimals: 6 },
  "Eurlex-shaped": { preset: "eurlex-4k" },
};

/** Reads generated text files and their caches, compared with a loop that only counts line feeds. */
export const parsing: Suite = {
  name: "parsing",
  group: "Reading data",
  gated: true,
  title: "Reading datasets: time relative to counting line feeds, memory relative to the result, speedup of the cache",
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), "tierwise-parsing-"));
    try {
      const claims: Claim[] = [];
      for (const [name, options] of Object.entries(shapes)) {
        const path = join(folder, `${options.preset}.txt`);
        const rows = (options.preset === "delicious-1k" ? 200_000 : 16_000) / (quick ? 4 : 1);
        await writeGeneratedXmlDataset(path, { ...options, rows });
        claims.push(parseTime(name, path, quick), await cacheSpeed(name, path, quick), memory(name, path));
      }
      return { claims };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function parseTime(name: string, path: string, quick: boolean): Claim {
  const bytes = new Uint8Array(readFileSync(path));
  const { parse } = sideBySide(
    { count: () => countLineFeeds(bytes), parse: () => parseXmlDataset(bytes) },
    { rounds: quick ? 7 : 21 },
  );
  const megabytes = bytes.length / 1e6;
  return claimOf(`time of parsing ${name} text in memory, relative to counting its line feeds`, parse, {
    target: { atMost: 3 },
    context: `${((1e9 * megabytes) / parse.nanoseconds).toFixed(0)} MB/s`,
    gate: { better: "lower" },
  });
}

/** The baseline: a plain loop over the bytes. */
function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) count++;
  return count;
}

async function cacheSpeed(name: string, path: string, quick: boolean): Promise<Claim> {
  await readXmlDataset(path);
  const text: number[] = [];
  const cache: number[] = [];
  for (let round = 0; round < (quick ? 9 : 21); round++) {
    text.push(await milliseconds(() => readXmlDataset(path, { cache: false })));
    cache.push(await milliseconds(() => readXmlDataset(path)));
  }
  return claimOf(`speedup of the cache over text: second load of ${name} data`, ratioWithin(text, cache), {
    target: { atLeast: 5 },
    context: `${readableTime(1e6 * medianOf(cache))} from the cache`,
  });
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  // Collects garbage from earlier rounds before the timed section.
  globalThis.gc?.();
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The peak memory that reading the file adds to a process, divided by the size of the result. */
function memory(name: string, path: string): Claim {
  const script = join(import.meta.dirname, "apart", "parsing-memory.js");
  const args = ["--expose-gc", script, path];
  const report = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as MemoryReport;
  return {
    what: `peak memory of reading ${name} text, including buffers, relative to the resulting arrays`,
    figure: report.peakBytes / report.resultBytes,
    target: { atMost: 2 },
  };
}
