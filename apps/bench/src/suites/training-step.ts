import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { generateXmlDataset, rowPreference, type XmlDataset, type XmlPresetName } from "@tierwise/datasets-xml";
import { createRanker, type LossName, type PhaseSeconds, train } from "@tierwise/ranker";
import { singlePrecisionIntervals } from "../peers/single-precision-intervals.ts";
import { noTorch, torchPeer } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { medianOf, ratioApart } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { type Peer, trainingProblem } from "./problems/training-problem.ts";

const batch = 128;
const hidden = 256;
/** Batches that both sides train on again and again: a step is one of several, as in any epoch. */
const batches = { "delicious-1k": 8, "wiki10-31k": 4, "delicious-200k": 2 } satisfies Partial<
  Record<XmlPresetName, number>
>;
const presets = ["delicious-1k", "wiki10-31k", "delicious-200k"] as const;
const quickPresets = ["delicious-1k"] as const;

/**
 * What PyTorch is asked for, by preset: a method of peers/training_step.py, our loss, how many times faster we must be. `enough` stands
 * for the T that is as accurate as single precision can tell.
 */
const contests: readonly {
  readonly preset: XmlPresetName;
  readonly method: string;
  readonly loss: LossName;
  readonly words: string;
  readonly atLeast?: number;
}[] = [
  contest("delicious-1k", "midpoint:10000", "pl-partition", "the paper's method, T = 10⁴", 50),
  contest("delicious-1k", "midpoint:enough", "pl-partition", "the paper's method with just enough intervals"),
  contest("wiki10-31k", "midpoint:10000", "pl-partition", "the paper's method, T = 10⁴", 8),
  contest("wiki10-31k", "midpoint:enough", "pl-partition", "the paper's method with just enough intervals"),
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
  group: "Training: step, epoch and growth",
  title: "A whole training step (batch 128, hidden 256) against PyTorch on all cores",
  async run({ quick }) {
    const claims: Claim[] = [];
    const details: unknown[] = [];
    let torchMissing = false;
    const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
    try {
      for (const preset of quick ? quickPresets : presets) {
        const data = generateXmlDataset({ preset, rows: batches[preset] * batch, seed: 1 });
        const file = join(folder, `${preset}.json`);
        writeFileSync(file, JSON.stringify(trainingProblem(data, { batch, hidden })));
        const bound = await ours(data, "pl-lb", quick);
        const enough = singlePrecisionIntervals(firstBatch(data));
        for (const { method, loss, words, atLeast } of contests.filter((one) => one.preset === preset)) {
          if (quick && method === "quadrature") continue;
          // Ours before and after, so that what disturbs the machine is seen.
          const before = await ours(data, loss, quick);
          const asked = method.replace("enough", String(enough));
          const peer = torchPeer<Peer>("training_step.py", file, asked, quick ? 1.5 : 8);
          const after = await ours(data, loss, quick);
          const seconds = [...before.seconds, ...after.seconds];
          if (method === "midpoint:10000") {
            const what = `pl-partition on ${preset}, a step against one of pl-lb`;
            claims.push(claimOf(what, ratioApart(seconds, bound.seconds), { beside: readableSeconds(seconds) }));
          }
          claims.push(...phaseShares(preset, loss, after.phases, claims));
          if (peer === undefined) {
            torchMissing = true;
            continue;
          }
          const fastest = Math.min(...peer.seconds) / Math.min(...seconds);
          claims.push(
            claimOf(
              `${loss} on ${preset}, how much faster than ${method === asked ? words : `${words}, T = ${enough}`} (${peer.blas})`,
              ratioApart(peer.seconds, seconds),
              {
                ...(atLeast === undefined ? {} : { target: { atLeast } }),
                beside: `${readableSeconds(seconds)}, PyTorch ${readableSeconds(peer.seconds)}; fastest to fastest ${fastest.toPrecision(3)} ×`,
              },
            ),
          );
          details.push({ preset, method: asked, loss, ours: seconds, peer: peer.seconds, peerBytes: peer.peakBytes });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return { claims, skipped: torchMissing ? [noTorch("the steps of PyTorch")] : [], details };
  },
};

/** Seconds of each step after the first epochs, in which every thread compiles the loss, and where the time went. */
async function ours(
  data: XmlDataset,
  loss: LossName,
  quick: boolean,
): Promise<{ seconds: number[]; phases: PhaseSeconds }> {
  const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
  const large = data.numLabels > 100_000;
  const epochs = large ? 4 : data.numLabels > 10_000 ? 8 : quick ? 80 : 240;
  const { history, phases } = await train(ranker, data, {
    preset: "paper",
    learningRates: [1e-3],
    validation: 0,
    epochs,
    loss,
  });
  const settled = history.slice(large ? 1 : epochs / 2);
  return { seconds: settled.map(({ stepSeconds }) => (stepSeconds * batch) / data.numRows), phases };
}

/** The preferences of the first batch. */
function firstBatch(data: XmlDataset): PackedPreferences {
  return packPreferences(
    Array.from({ length: batch }, (_, row) => rowPreference(data, row)),
    data.numLabels,
  );
}

function readableSeconds(seconds: readonly number[]): string {
  return readableTime(1e9 * medianOf(seconds));
}

/** Where the time of a step goes, once for each preset and loss. */
function phaseShares(preset: string, loss: string, phases: PhaseSeconds, said: readonly Claim[]): Claim[] {
  const total = Object.values(phases).reduce((sum, seconds) => sum + seconds, 0);
  return Object.entries(phases)
    .map(([phase, seconds]) => ({
      what: `${loss} on ${preset}, share of a step in ${phase}`,
      figure: (100 * seconds) / total,
      unit: "%" as const,
    }))
    .filter(({ what }) => !said.some((claim) => claim.what === what));
}
