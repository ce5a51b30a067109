import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { generateXmlDataset, rowPreference, type XmlDataset, type XmlPresetName } from "@tierwise/datasets-xml";
import { createRanker, type LossName, type PhaseSeconds, train } from "@tierwise/ranker";
import { medianOf } from "@tierwise/studies";
import { singlePrecisionIntervals } from "../peers/single-precision-intervals.ts";
import { noTorch, torchPeer } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { type Peer, trainingProblem } from "./problems/training-problem.ts";

const batchSize = 128;
const hidden = 256;
/** The number of batches that both sides cycle through, so that a step does not always see the same data. */
const batches = { "delicious-1k": 8, "wiki10-31k": 4, "delicious-200k": 2 } satisfies Partial<
  Record<XmlPresetName, number>
>;
const presets = ["delicious-1k", "wiki10-31k", "delicious-200k"] as const;
const quickPresets = ["delicious-1k"] as const;

/**
 * The comparisons with PyTorch, by preset: a method of peers/training_step.py, our loss, and the required speedup. `enough` means
 * the smallest T that is accurate to single precision.
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

/** A complete training step on all cores against PyTorch on the same batches, and the share of each phase. */
export const trainingStep: Suite = {
  name: "training-step",
  group: "Training: step, epoch and growth",
  title: "A complete training step (batch size 128, 256 hidden units) against PyTorch on all cores",
  async run({ quick }) {
    const claims: Claim[] = [];
    const details: unknown[] = [];
    let torchMissing = false;
    const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
    try {
      for (const preset of quick ? quickPresets : presets) {
        const data = generateXmlDataset({ preset, rows: batches[preset] * batchSize, seed: 1 });
        const file = join(folder, `${preset}.json`);
        writeFileSync(file, JSON.stringify(trainingProblem(data, { batchSize, hidden })));
        const bound = await ours(data, "pl-lb", quick);
        const enough = singlePrecisionIntervals(firstBatch(data));
        for (const { method, loss, words, atLeast } of contests.filter((one) => one.preset === preset)) {
          if (quick && method === "quadrature") continue;
          // Our step is timed before and after PyTorch's, to reveal noise from other load on the machine.
          const before = await ours(data, loss, quick);
          const resolved = method.replace("enough", String(enough));
          const peer = torchPeer<Peer>("training_step.py", file, resolved, quick ? 1.5 : 8);
          const after = await ours(data, loss, quick);
          const seconds = [...before.seconds, ...after.seconds];
          if (method === "midpoint:10000") {
            const what = `pl-partition on ${preset}, step time against pl-lb`;
            claims.push(claimOf(what, ratioOfMedians(seconds, bound.seconds), { context: readableSeconds(seconds) }));
          }
          claims.push(...phaseShares(preset, loss, after.phases, claims));
          if (peer === undefined) {
            torchMissing = true;
            continue;
          }
          const fastest = Math.min(...peer.seconds) / Math.min(...seconds);
          claims.push(
            claimOf(
              `${loss} on ${preset}, how much faster than ${method === resolved ? words : `${words}, T = ${enough}`} (${peer.blas})`,
              ratioOfMedians(peer.seconds, seconds),
              {
                ...(atLeast === undefined ? {} : { target: { atLeast } }),
                context: `${readableSeconds(seconds)}, PyTorch ${readableSeconds(peer.seconds)}; fastest to fastest ${fastest.toPrecision(3)} ×`,
              },
            ),
          );
          details.push({
            preset,
            method: resolved,
            loss,
            ours: seconds,
            peer: peer.seconds,
            peerBytes: peer.peakBytes,
          });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return { claims, skipped: torchMissing ? [noTorch("training steps in PyTorch")] : [], details };
  },
};

/** The time of each step and of each phase, without the first epochs, in which every thread compiles the loss. */
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
  return { seconds: settled.map(({ stepSeconds }) => (stepSeconds * batchSize) / data.numRows), phases };
}

/** The preferences of the first batch. */
function firstBatch(data: XmlDataset): PackedPreferences {
  return packPreferences(
    Array.from({ length: batchSize }, (_, row) => rowPreference(data, row)),
    data.numLabels,
  );
}

function readableSeconds(seconds: readonly number[]): string {
  return readableTime(1e9 * medianOf(seconds));
}

/** The share of a step's time that each phase takes, once per preset and loss. */
function phaseShares(preset: string, loss: string, phases: PhaseSeconds, earlier: readonly Claim[]): Claim[] {
  const total = Object.values(phases).reduce((sum, seconds) => sum + seconds, 0);
  return Object.entries(phases)
    .map(([phase, seconds]) => ({
      what: `${loss} on ${preset}, share of a step in ${phase}`,
      figure: (100 * seconds) / total,
      unit: "%" as const,
    }))
    .filter(({ what }) => !earlier.some((claim) => claim.what === what));
}
