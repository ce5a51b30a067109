import { medianOf } from "@tierwise/studies";
import { readableTime } from "../timing/claim-of.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { type SampledResult, sampledRun } from "./problems/sampled-runs.ts";

const count = 2000;

/** Time and memory of training with negatives as the number of items grows. */
export const negativesGrowth: Suite = {
  name: "negatives-growth",
  group: "Training: step, epoch and growth",
  title: `Training on a sample of ${count} items: epochs of 24 steps, batch size 128, 256 hidden units`,
  run({ quick }) {
    const claims: Claim[] = [];
    const runs = (quick ? [10_000] : [10_000, 100_000, 1_000_000]).map((labels) => ({ labels, ...measure(labels) }));
    const [least] = runs;
    for (const run of runs) {
      const memory = run.peakBytes / 2 ** 30;
      claims.push({ what: `peak memory, N = ${run.labels}`, figure: memory, unit: "GiB", context: timeOf(run) });
      if (run === least) continue;
      claims.push({
        what: `processor time of a step, N = ${run.labels}, against N = ${least.labels}`,
        figure: medianOf(run.processorSeconds) / medianOf(least.processorSeconds),
      });
    }
    return { claims, details: { runs } };
  },
};

function timeOf({ seconds, processorSeconds }: SampledResult): string {
  const [elapsed, processor] = [seconds.slice(1), processorSeconds].map((times) => readableTime(1e9 * medianOf(times)));
  return `${elapsed} per step, ${processor} of processor time`;
}

function measure(labels: number): SampledResult {
  const sizes = { features: 10_000, labels, labelsPerRow: 20, featuresPerRow: 100, rows: 24 * 128, seed: 1 };
  return sampledRun({ data: sizes, epochs: 5, validation: 0, negatives: { count } });
}
