import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { createRanker, type LossName, train } from "@tierwise/ranker";
import { medianOf } from "@tierwise/studies";
import { noTorch, torchPeer } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians, ratioWithin } from "../timing/side-by-side.ts";
import type { Suite } from "../timing/suite.ts";
import { type Peer, trainingProblem } from "./problems/training-problem.ts";

const batchSize = 128;
const hidden = 256;

/** Entire epochs at the sizes of Delicious-1K, timed in alternation: PL-Partition against PL-LB, two threads against one, and PyTorch. */
export const trainingEpoch: Suite = {
  name: "training-epoch",
  group: "Training: step, epoch and growth",
  title: "An epoch at the sizes of Delicious-1K (batch size 128, 256 hidden units)",
  async run({ quick }) {
    const rows = batchSize * (quick ? 10 : 100);
    const data = generateXmlDataset({ preset: "delicious-1k", rows, seed: 2 });
    const bound: number[] = [];
    const exact: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round < (quick ? 4 : 7); round++) {
      bound.push(await epoch(data, "pl-lb", 2));
      exact.push(await epoch(data, "pl-partition", 2));
      alone.push(await epoch(data, "pl-partition", 1));
    }
    const what = `an epoch of ${rows} rows`;
    const context = readableTime(1e9 * medianOf(exact));
    const claims = [
      claimOf(`time of ${what} with PL-Partition relative to PL-LB, two threads`, ratioWithin(exact, bound), {
        context,
      }),
      claimOf(`speedup of two threads over one: ${what} with PL-Partition`, ratioWithin(alone, exact)),
    ];
    const peer = torchEpoch(data, quick);
    if (peer !== undefined) {
      const seconds = peer.seconds.map((step) => (step * rows) / batchSize);
      claims.push(
        claimOf(
          `speedup over PyTorch with dense Adam (${peer.blas}): ${what} with PL-LB`,
          ratioOfMedians(seconds, bound),
          { context: `PyTorch ${readableTime(1e9 * medianOf(seconds))}` },
        ),
      );
    }
    return {
      claims,
      skipped: peer === undefined ? [noTorch("an epoch in PyTorch")] : [],
      details: { rows, bound, exact, alone },
    };
  },
};

/** The time of the second of two epochs; the first epoch compiles the code. */
async function epoch(data: XmlDataset, loss: LossName, threads: number): Promise<number> {
  const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
  const options = { preset: "paper", learningRates: [1e-3], validation: 0, epochs: 2, loss, threads } as const;
  const { history } = await train(ranker, data, options);
  return history[1].seconds;
}

function torchEpoch(data: XmlDataset, quick: boolean): Peer | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
  try {
    const file = join(folder, "epoch.json");
    writeFileSync(file, JSON.stringify(trainingProblem(data, { batchSize, hidden })));
    return torchPeer<Peer>("training_step.py", file, "pl-lb", quick ? 1 : 5);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
