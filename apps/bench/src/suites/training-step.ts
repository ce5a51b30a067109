import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateXmlDataset, rowIndices, type XmlDataset, type XmlPresetName } from "@tierwise/datasets-xml";
import { createRanker, type LossName, type PhaseSeconds, train } from "@tierwise/ranker";
import type { Claim, Suite } from "../suite.ts";
import { torchPeer } from "../torch-peer.ts";

const batch = 128;
const hidden = 256;
/** One batch, which both sides train on again and again. */
const batches = 1;

/** What PyTorch is asked for, by preset: a method of peers/training_step.py, our loss, how many times faster we must be. */
const contests: readonly {
  readonly preset: XmlPresetName;
  readonly method: string;
  readonly loss: LossName;
  readonly words: string;
  readonly atLeast?: number;
}[] = [
  contest("delicious-1k", "midpoint", "pl-partition", "the paper's method", 50),
  contest("wiki10-31k", "midpoint", "pl-partition", "the paper's method", 8),
  contest("delicious-1k", "quadrature", "pl-partition", "a trapezoid rule of 48 nodes in PyTorch"),
  contest("wiki10-31k", "quadrature", "pl-partition", "a trapezoid rule of 48 nodes in PyTorch"),
  contest("delicious-1k", "pl-lb", "pl-lb", "PyTorch with dense Adam"),
  contest("wiki10-31k", "pl-lb", "pl-lb", "PyTorch with dense Adam", 2),
  contest("delicious-200k", "pl-lb", "pl-lb", "PyTorch with dense Adam", 2),
  contest("wiki10-31k", "pl-lb-sparse", "pl-lb", "PyTorch with a sparse embedding and SparseAdam"),
  contest("delicious-200k", "pl-lb-sparse", "pl-lb", "PyTorch with a sparse embedding and SparseAdam"),
];

function contest(preset: XmlPresetName, method: string, loss: LossName, words: string, atLeast?: number) {
  return { preset, method, loss, words, ...(atLeast === undefined ? {} : { atLeast }) };
}

/** A whole step of training, all cores, against PyTorch on the same batches, and where its time goes. */
export const trainingStep: Suite = {
  name: "training-step",
  title: "A whole training step (batch 128, hidden 256) against PyTorch on all cores",
  async run({ quick }) {
    const claims: Claim[] = [];
    const details: unknown[] = [];
    const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
    try {
      for (const preset of ["delicious-1k", "wiki10-31k", "delicious-200k"] as const) {
        if (quick && preset === "delicious-200k") continue;
        const data = generateXmlDataset({ preset, rows: batches * batch, seed: 1 });
        const file = join(folder, `${preset}.json`);
        writeFileSync(file, JSON.stringify(problemOf(data)));
        for (const { method, loss, words, atLeast } of contests.filter((one) => one.preset === preset)) {
          if (quick && atLeast === undefined) continue;
          // Ours before and after, so that what disturbs the machine is seen.
          const before = await ours(data, loss, quick);
          const peer = torchPeer<Peer>("training_step.py", file, method, quick ? 2 : 8);
          const after = await ours(data, loss, quick);
          const fastest = Math.min(before.seconds, after.seconds);
          claims.push(...phaseShares(preset, loss, after.phases, claims));
          if (peer === undefined) continue;
          claims.push({
            what: `${loss} on ${preset}, how much faster than ${words} (${peer.blas})`,
            figure: peer.fastest / fastest,
            ...(atLeast === undefined ? {} : { target: { atLeast } }),
          });
          details.push({ preset, method, loss, ours: fastest, peer: peer.fastest, peerBytes: peer.peakBytes });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return { claims, details };
  },
};

interface Peer {
  readonly fastest: number;
  readonly peakBytes: number;
  readonly blas: string;
}

/** The batches as the peer reads them. */
function problemOf({ features: { indptr, indices, values }, labels, numFeatures, numLabels }: XmlDataset): unknown {
  return {
    features: numFeatures,
    items: numLabels,
    hidden,
    batches: Array.from({ length: batches }, (_, b) => {
      const [from, to] = [indptr[b * batch], indptr[(b + 1) * batch]];
      return {
        indptr: Array.from(indptr.subarray(b * batch, (b + 1) * batch + 1), (at) => at - from),
        indices: Array.from(indices.subarray(from, to)),
        values: Array.from(values.subarray(from, to)),
        labels: Array.from({ length: batch }, (_, row) => Array.from(rowIndices(labels, b * batch + row))),
      };
    }),
  };
}

/** The seconds of a step in the fastest epoch, and where the time went. */
async function ours(
  data: XmlDataset,
  loss: LossName,
  quick: boolean,
): Promise<{ seconds: number; phases: PhaseSeconds }> {
  const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
  const large = data.numLabels > 100_000;
  const epochs = large ? 3 : data.numLabels > 10_000 ? 8 : quick ? 40 : 100;
  const { history, phases } = await train(ranker, data, {
    preset: "paper",
    rates: [1e-3],
    validation: 0,
    epochs,
    loss,
  });
  return { seconds: Math.min(...history.map(({ seconds }) => seconds)) / batches, phases };
}

/** Where the time of a step goes, once for each preset and loss. */
function phaseShares(preset: string, loss: string, phases: PhaseSeconds, said: readonly Claim[]): Claim[] {
  const total = Object.values(phases).reduce((sum, seconds) => sum + seconds, 0);
  return Object.entries(phases)
    .map(([phase, seconds]) => ({
      what: `${loss} on ${preset}, share of a step in ${phase}`,
      figure: (100 * seconds) / total,
      unit: "%",
    }))
    .filter(({ what }) => !said.some((claim) => claim.what === what));
}
