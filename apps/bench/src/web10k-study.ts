// `pnpm --filter @tierwise/bench study:web10k PART… [--threads 2] [--lists 10000] [--trees 100] [--leaves 31] [--folder DIR]`: compares our
// trees and networks with XGBoost and PyTorch on generated lists of the size of MSLR-WEB10K (10,000 lists, 1.2 million documents, 136
// features). `prepare` writes the lists to a folder; run each of the other parts (trees, xgboost, network, torch, read, xgboost-read,
// memory) in its own process, which takes a few minutes at most. Every run prints the ratios of the parts measured so far.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  boostedTrees,
  type DocumentLists,
  evaluateDocuments,
  generateDocuments,
  documents as network,
  readDocuments,
  trainDocuments,
  writeDocuments,
} from "@tierwise/documents";
import { type DocumentsPeer, documentsPeer, readRaw, writeRaw } from "./peers/documents-peer.ts";
import type { DocumentsMemory } from "./suites/apart/documents-memory.ts";

const seed = 26;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: "string", default: "2" },
    lists: { type: "string", default: "10000" },
    trees: { type: "string", default: "100" },
    leaves: { type: "string", default: "31" },
    folder: { type: "string", default: join(import.meta.dirname, "..", "..", "..", "bench-results", "web10k") },
  },
});
const { folder } = values;
const [threads, trees, leaves] = [values.threads, values.trees, values.leaves].map(Number);

/** The figures of a part: seconds (processor time on one thread, elapsed time on several threads) or other measurements. */
type Measured = Readonly<Record<string, number>>;

const parts: { readonly [name: string]: () => Promise<Measured> | Measured } = {
  async prepare() {
    mkdirSync(folder, { recursive: true });
    const { lists } = generateDocuments({ lists: Number(values.lists), seed });
    const test = generateDocuments({ lists: 1000, seed: seed + 1 });
    writeRaw(folder, "train", lists);
    writeRaw(folder, "test", test.lists);
    await writeDocuments(join(folder, "train.txt"), lists);
    return { documents: lists.grades.length, truth: 100 * ndcg(test.utilities, test.lists) };
  },
  async trees() {
    const lists = readRaw(folder, "train");
    const scorer = boostedTrees({ trees, leaves, learningRate: 0.1 });
    const { result, seconds } = await timed(() =>
      trainDocuments(lists, { scorer, loss: "pl-partition", validation: 0, threads }),
    );
    const test = readRaw(folder, "test");
    return { seconds, ndcg: 100 * ndcg(result.scores(test), test) };
  },
  xgboost() {
    const peer = ofPeer("xgboost");
    const scores = Float64Array.from(peer.scores);
    return { seconds: peer.prepareSeconds + peer.trainSeconds, ndcg: 100 * ndcg(scores, readRaw(folder, "test")) };
  },
  async network() {
    const ends: number[] = [];
    const scorer = network({ hidden: [64, 32], epochs: 2, log: "all" });
    const onProgress = (): void => void ends.push(now());
    const lists = readRaw(folder, "train");
    await trainDocuments(lists, { scorer, loss: "attrank", validation: 0, threads, onProgress });
    return { seconds: ends[1] - ends[0] };
  },
  torch: () => ({ seconds: ofPeer("torch").seconds }),
  async read() {
    const { result, seconds } = await timed(() => readDocuments(join(folder, "train.txt")));
    return { seconds, documents: result.grades.length };
  },
  "xgboost-read": () => ({ seconds: ofPeer("read").seconds }),
  memory() {
    const script = join(import.meta.dirname, "suites", "apart", "documents-memory.js");
    const output = execFileSync(process.execPath, ["--expose-gc", script, join(folder, "train.txt"), "10"], {
      encoding: "utf8",
    });
    const { readingBytes, trainingBytes, featureBytes } = JSON.parse(output) as DocumentsMemory;
    return { reading: readingBytes / featureBytes, training: trainingBytes / featureBytes, featureBytes };
  },
};

const path = join(folder, "measured.json");
for (const part of positionals) {
  const run = parts[part];
  if (run === undefined) throw new Error(`part is ${part}; expected one of ${Object.keys(parts).join(", ")}`);
  const measured = await run();
  const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Measured>) : {};
  writeFileSync(path, `${JSON.stringify({ ...earlier, [part]: measured }, null, 2)}\n`);
  console.log(part, measured);
}
showRatios(JSON.parse(readFileSync(path, "utf8")) as Record<string, Measured>);

/** Prints the ratios of those parts that have been measured. */
function showRatios(measured: Record<string, Measured | undefined>): void {
  for (const [ours, theirs] of [
    ["trees", "xgboost"],
    ["network", "torch"],
    ["read", "xgboost-read"],
  ]) {
    const [own, peer] = [measured[ours]?.["seconds"], measured[theirs]?.["seconds"]];
    if (own === undefined || peer === undefined) continue;
    console.log(`${ours}: ${(peer / own).toFixed(2)} × (${own.toFixed(1)} s; ${theirs} ${peer.toFixed(1)} s)`);
  }
}

/** Seconds of processor time on one thread, or of elapsed time on several threads, as for the peers. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return threads === 1 ? (user + system) / 1e6 : performance.now() / 1000;
}

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const start = now();
  const result = await run();
  return { result, seconds: now() - start };
}

function ofPeer(what: "read" | "torch" | "xgboost"): DocumentsPeer {
  const peer = documentsPeer(folder, what, { trees, leaves, threads });
  if (peer === undefined) throw new Error("TIERWISE_PYTHON is not set to a Python with numpy, torch and xgboost");
  return peer;
}

function ndcg(scores: Float64Array, lists: DocumentLists): number {
  return evaluateDocuments({ scores: () => scores }, lists).result().ndcg[10];
}
