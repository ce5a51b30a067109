import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { documentsPeer, writeRaw } from "../peers/documents-peer.ts";
import { readableTime } from "../timing/claim-of.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import type { DocumentsMemory } from "./apart/documents-memory.ts";

const SEED = 26;
const LEAVES = 31;

/** Lists of documents that resemble WEB10K: training, reading and quality compared with XGBoost and PyTorch, in processor time on one thread. */
export const documentLists: Suite = {
  name: "documents",
  group: "Other systems",
  title:
    "Lists of 120 documents with 136 features: boosted trees, a network and reading, compared with XGBoost and PyTorch on one thread",
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), "tierwise-documents-"));
    try {
      const [lists, trees] = quick ? [200, 10] : [10_000, 100];
      const { lists: train } = generateDocuments({ lists, seed: SEED });
      const test = generateDocuments({ lists: quick ? 100 : 1000, seed: SEED + 1 });
      writeRaw(folder, "train", train);
      writeRaw(folder, "test", test.lists);
      const measured = [
        await ofTrees(folder, train, test, trees),
        await ofNetwork(folder, train),
        await ofReading(folder, train),
        ofMemory(folder, quick),
      ];
      return {
        claims: measured.flatMap(({ claims }) => claims),
        skipped: measured.flatMap(({ skipped }) => skipped),
        details: { seed: SEED, documents: train.grades.length, trees },
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Measured {
  readonly claims: readonly Claim[];
  readonly skipped: readonly string[];
}

/** Seconds of processor time since `start`. */
function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

async function ofTrees(
  folder: string,
  train: DocumentLists,
  { lists: test, utilities }: ReturnType<typeof generateDocuments>,
  trees: number,
): Promise<Measured> {
  const scorer = boostedTrees({ trees, leaves: LEAVES, learningRate: 0.1 });
  const peer = documentsPeer(folder, "xgboost", { trees, leaves: LEAVES });
  const ndcg = (scores: Float64Array): number => evaluateDocuments({ scores: () => scores }, test).result().ndcg[10];
  const claims: Claim[] = [{ what: "nDCG@10 of the true utilities", figure: 100 * ndcg(utilities), unit: "%" }];
  for (const loss of ["pl-partition", "ranknet"] as const) {
    const start = process.cpuUsage();
    const model = await trainDocuments(train, { scorer, loss, validation: 0, threads: 1 });
    const seconds = since(start);
    claims.push({
      what: `nDCG@10 of ${trees} trees trained with ${loss}`,
      figure: 100 * ndcg(model.scores(test)),
      unit: "%",
    });
    if (peer === undefined) continue;
    const theirs = peer.prepareSeconds + peer.trainSeconds;
    claims.push({
      what: `speed of training ${trees} trees with ${loss}, including binning, relative to XGBoost's hist with rank:pairwise`,
      figure: theirs / seconds,
      ...(loss === "pl-partition" && { target: { atLeast: 0.5 } }),
      context: `${readableTime(1e9 * seconds)}; XGBoost ${peer.version} ${readableTime(1e9 * theirs)}`,
    });
  }
  if (peer === undefined)
    return { claims, skipped: ["Skipped: XGBoost. TIERWISE_PYTHON is not set to a Python with xgboost."] };
  const theirs = 100 * ndcg(Float64Array.from(peer.scores));
  claims.push({ what: `nDCG@10 of ${trees} trees of XGBoost with rank:pairwise`, figure: theirs, unit: "%" });
  return { claims, skipped: [] };
}

async function ofNetwork(folder: string, train: DocumentLists): Promise<Measured> {
  const scorer = network({ hidden: [64, 32], epochs: 2, log: "all" });
  const ends: number[] = [];
  const start = process.cpuUsage();
  const onProgress = (): void => void ends.push(since(start));
  await trainDocuments(train, { scorer, loss: "attrank", validation: 0, threads: 1, onProgress });
  const seconds = ends[1] - ends[0];
  const peer = documentsPeer(folder, "torch", { trees: 0, leaves: 0 });
  if (peer === undefined)
    return { claims: [], skipped: ["Skipped: PyTorch. TIERWISE_PYTHON is not set to a Python with torch."] };
  const context = `${readableTime(1e9 * seconds)}; PyTorch ${peer.version} ${readableTime(1e9 * peer.seconds)}`;
  const what = "speed of an epoch of a network with 64 and 32 hidden units, relative to PyTorch";
  return { claims: [{ what, figure: peer.seconds / seconds, target: { atLeast: 1 }, context }], skipped: [] };
}

async function ofReading(folder: string, train: DocumentLists): Promise<Measured> {
  const path = join(folder, "train.txt");
  await writeDocuments(path, train);
  const start = process.cpuUsage();
  await readDocuments(path);
  const seconds = since(start);
  const peer = documentsPeer(folder, "read", { trees: 0, leaves: 0 });
  if (peer === undefined) return { claims: [], skipped: [] };
  const context = `${readableTime(1e9 * seconds)}; XGBoost ${peer.version} ${readableTime(1e9 * peer.seconds)}`;
  const what = "speed of reading the lists from text, relative to XGBoost's loader";
  return { claims: [{ what, figure: peer.seconds / seconds, target: { atLeast: 2 }, context }], skipped: [] };
}

/** The peak memory of reading the text that {@link ofReading} wrote, and of training ten trees on it. */
function ofMemory(folder: string, quick: boolean): Measured {
  const script = join(import.meta.dirname, "apart", "documents-memory.js");
  const args = ["--expose-gc", script, join(folder, "train.txt"), "10"];
  const { readingBytes, trainingBytes, featureBytes } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8" }),
  ) as DocumentsMemory;
  const claim = (what: string, bytes: number): Claim => ({
    what: `peak memory of ${what}, relative to the features as floats`,
    figure: bytes / featureBytes,
    // In quick mode, memory that does not grow with the data dominates, so there is no target.
    ...(!quick && { target: { atMost: 2 } }),
    context: `${Math.round(bytes / 1e6)} MB; features ${Math.round(featureBytes / 1e6)} MB`,
  });
  return {
    claims: [claim("reading the lists", readingBytes), claim("reading them and training trees", trainingBytes)],
    skipped: [],
  };
}
