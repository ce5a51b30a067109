// `pnpm --filter @tierwise/bench expected-metric-curve [--epochs 6] [--hidden 64] [--samples 10]`: trains on Delicious-1K with the exact
// gradient of the expected nDCG@5 and, from the same initial weights, with PL-Rank-3's estimate of the gradient. Writes the curves to
// bench-results. Reads Delicious-1K from TIERWISE_DATA.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readXmlDataset } from "@tierwise/datasets-xml";
import { expectedDcgLoss, type RankingLoss } from "@tierwise/losses";
import { dcg } from "@tierwise/race";
import { randomStream } from "@tierwise/random";
import { trainRanker } from "@tierwise/ranker";
import type { CurvePoint } from "@tierwise/studies/figures";
import { plRank } from "./peers/pl-rank.ts";

const { values } = parseArgs({
  options: {
    epochs: { type: "string", default: "6" },
    hidden: { type: "string", default: "64" },
    samples: { type: "string", default: "10" },
    seed: { type: "string", default: "0" },
  },
});
const PLACES = 5;
const samples = Number(values.samples);
const folder = join(process.env["TIERWISE_DATA"] ?? "data", "delicious-1k");
const data = await readXmlDataset(join(folder, "train.txt"));
const points: CurvePoint[] = [];
const exact = expectedDcgLoss({ k: PLACES });
// For a fair comparison, both losses are plain functions, which run on the calling thread.
await curve("exact gradient", (scores, preference, gradient) => exact(scores, preference, gradient));
await curve(`PL-Rank-3, ${samples} samples`, plRankLoss());
const results = join(import.meta.dirname, "..", "..", "..", "bench-results");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "expected-metric-curve.json"), JSON.stringify({ details: points }, undefined, 2));

async function curve(method: string, loss: RankingLoss): Promise<void> {
  const start = process.cpuUsage();
  await trainRanker(data, {
    loss,
    hidden: Number(values.hidden),
    epochs: Number(values.epochs),
    seed: Number(values.seed),
    threads: 1,
    refit: false,
    onProgress(event) {
      if (event.stage !== "epoch") return;
      const { user, system } = process.cpuUsage(start);
      const point = {
        method,
        epoch: event.epoch,
        seconds: (user + system) / 1e6,
        ndcg: event.validation?.ndcg[5] ?? 0,
      };
      points.push(point);
      console.log(`${method}\t${point.epoch}\t${point.seconds.toFixed(1)}\t${(100 * point.ndcg).toFixed(2)}`);
    },
  });
}

/** One minus PL-Rank-3's estimate of the expected nDCG@5, for rows with one tier of relevant items above the rest. */
function plRankLoss(): RankingLoss {
  const { weights } = dcg({ k: PLACES });
  const random = randomStream(Number(values.seed), 9);
  const [scores, gains, estimate] = Array.from({ length: 3 }, () => new Float64Array(data.numLabels));
  return (given, { tiers }, gradient) => {
    const relevant = tiers[0] ?? [];
    let ideal = 0;
    for (let r = 0; r < Math.min(PLACES, relevant.length); r++) ideal += weights[r];
    if (ideal === 0) {
      gradient?.fill(0);
      return 1;
    }
    for (let i = 0; i < scores.length; i++) scores[i] = given[i];
    gains.fill(0);
    for (let i = 0; i < relevant.length; i++) gains[relevant[i]] = 1 / ideal;
    const { value } = plRank(scores, gains, weights, samples, random, estimate);
    if (gradient !== undefined) for (let i = 0; i < scores.length; i++) gradient[i] = -estimate[i];
    return 1 - value;
  };
}
