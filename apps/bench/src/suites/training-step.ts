import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { rowPreference, type XmlDataset, type XmlPresetName } from "@tierwise/datasets-xml";
import { medianOf } from "@tierwise/studies";
import { singlePrecisionIntervals } from "../peers/single-precision-intervals.ts";
import { noTorch, torchPeer } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { type StepContest, stepContests } from "./problems/step-contests.ts";
import { phaseLimits } from "./problems/step-limits.ts";
import { batchSize, hidden, type StepRun, stepData, type TimedSteps, timedSteps } from "./problems/timed-steps.ts";
import { type Peer, trainingProblem } from "./problems/training-problem.ts";

/** The number of batches that both sides cycle through, so that steps use different data. */
const batches = { "delicious-1k": 8, "wiki10-31k": 4, "delicious-200k": 2 } satisfies Partial<
  Record<XmlPresetName, number>
>;
const presets = ["delicious-1k", "wiki10-31k", "delicious-200k"] as const;
const quickPresets = ["delicious-1k"] as const;

/** A complete training step on all cores against PyTorch on the same batches, and each phase against its own limit. */
export const trainingStep: Suite = {
  name: "training-step",
  group: "Training: step, epoch and growth",
  title: "A complete training step (batch size 128, 256 hidden units), compared with PyTorch on all cores",
  async run({ quick }) {
    const claims: Claim[] = [];
    const details: unknown[] = [];
    const skipped = new Set<string>();
    const { wide, reason } = timedSteps({
      preset: "delicious-1k",
      rows: batchSize,
      loss: "pl-lb",
      wide: true,
      quick,
    }).width;
    if (!wide) skipped.add(`Skipped: steps with wide products. ${reason}`);
    const widths: Widths = wide ? [false, true] : [false];
    const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
    try {
      for (const preset of quick ? quickPresets : presets) {
        const data = stepData(preset, batches[preset] * batchSize);
        const file = join(folder, `${preset}.json`);
        writeFileSync(file, JSON.stringify(trainingProblem(data, { batchSize, hidden })));
        claims.push(...partitionAgainstBound({ preset, rows: data.numRows, quick }, widths));
        claims.push(...(await phaseLimits(preset, data, quick)));
        for (const one of stepContests.filter((contest) => contest.preset === preset)) {
          if (quick && one.method === "quadrature") continue;
          const contest = { ...one, enough: singlePrecisionIntervals(firstBatch(data)) };
          const outcome = against(contest, { preset, rows: data.numRows, quick }, file, widths);
          if (outcome === undefined) skipped.add(noTorch("training steps in PyTorch"));
          else {
            claims.push(...outcome.claims);
            details.push(outcome.details);
          }
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return { claims, skipped: [...skipped], details };
  },
};

/** Whether products use 256-bit vectors, in the order of measurement. The targets apply to the last one. */
type Widths = readonly boolean[];
type Problem = Pick<StepRun, "preset" | "quick" | "rows">;

function engineOf(wide: boolean): string {
  return wide ? "kernels, wide" : "kernels";
}

/** Times PL-Partition and PL-LB in alternation. */
function partitionAgainstBound(problem: Problem, widths: Widths): Claim[] {
  return widths.map((wide) => {
    const [bound, exact]: TimedSteps[][] = [[], []];
    for (let round = 0; round < (problem.quick ? 1 : 3); round++) {
      bound.push(timedSteps({ ...problem, loss: "pl-lb", wide }));
      exact.push(timedSteps({ ...problem, loss: "pl-partition", wide }));
    }
    const all = (runs: readonly TimedSteps[]) => runs.flatMap(({ seconds }) => seconds);
    const processor = (runs: readonly TimedSteps[]) => medianOf(runs.flatMap((run) => run.processorSeconds));
    const fastest = Math.min(...all(exact)) / Math.min(...all(bound));
    return claimOf(
      `pl-partition on ${problem.preset} (${engineOf(wide)}), step time relative to pl-lb`,
      ratioOfMedians(all(exact), all(bound)),
      {
        ...(wide === widths.at(-1) ? { target: { atMost: 1.15 } } : {}),
        context:
          `${readable(all(exact))}; ratio of the fastest steps ${fastest.toPrecision(3)} ×; ` +
          `processor time ${(processor(exact) / processor(bound)).toPrecision(3)} ×. ${exact[0].sentence}`,
      },
    );
  });
}

/** Times our step before and after PyTorch's, to reveal noise from other programs; returns undefined without PyTorch. */
function against(
  { preset, method, loss, words, atLeast, fastest, enough }: StepContest & { readonly enough: number },
  problem: Problem,
  file: string,
  widths: Widths,
): { readonly claims: Claim[]; readonly details: unknown } | undefined {
  const resolved = method.replace("enough", String(enough));
  const before = widths.map((wide) => timedSteps({ ...problem, loss, wide }));
  const peer = torchPeer<Peer>("training_step.py", file, resolved, problem.quick ? 1.5 : 8);
  if (peer === undefined) return undefined;
  const after = widths.map((wide) => timedSteps({ ...problem, loss, wide }));
  const claims = widths.flatMap((wide, w) => {
    const runs = [before[w], after[w]];
    const seconds = runs.flatMap((run) => run.seconds);
    const processor = medianOf(peer.processorSeconds) / medianOf(runs.flatMap((run) => run.processorSeconds));
    const other = method === resolved ? words : `${words}, T = ${enough}`;
    const what = `${loss} on ${preset} (${engineOf(wide)}), speedup over ${other} (${peer.blas})`;
    const isTarget = wide === widths.at(-1);
    const times = `${readable(seconds)}, PyTorch ${readable(peer.seconds)}`;
    return [
      claimOf(what, ratioOfMedians(peer.seconds, seconds), {
        ...(atLeast === undefined || !isTarget ? {} : { target: { atLeast } }),
        context: `${times}; processor time ${processor.toPrecision(3)} ×`,
      }),
      {
        what: `${what}, fastest step of each`,
        figure: Math.min(...peer.seconds) / Math.min(...seconds),
        ...(fastest === undefined || !isTarget ? {} : { target: { atLeast: fastest } }),
        context: `${readable([Math.min(...seconds)])}, PyTorch ${readable([Math.min(...peer.seconds)])}`,
      },
    ];
  });
  return { claims, details: { preset, method: resolved, loss, widths, before, after, peer } };
}

function firstBatch(data: XmlDataset): PackedPreferences {
  return packPreferences(
    Array.from({ length: batchSize }, (_, row) => rowPreference(data, row)),
    data.numLabels,
  );
}

function readable(seconds: readonly number[]): string {
  return readableTime(1e9 * medianOf(seconds));
}
