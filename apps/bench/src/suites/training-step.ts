import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { generateXmlDataset, rowPreference, type XmlDataset, type XmlPresetName } from "@tierwise/datasets-xml";
import { medianOf } from "@tierwise/studies";
import { singlePrecisionIntervals } from "../peers/single-precision-intervals.ts";
import { noTorch, torchPeer } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { type StepContest, stepContests } from "./problems/step-contests.ts";
import { phaseLimits } from "./problems/step-limits.ts";
import { availableEngines, batchSize, hidden, type TimedSteps, timedSteps } from "./problems/timed-steps.ts";
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
    const engines = await availableEngines();
    if (!engines.includes("native")) skipped.add("Skipped: native products. onnxruntime-node is not installed.");
    const folder = mkdtempSync(join(tmpdir(), "tierwise-bench-"));
    try {
      for (const preset of quick ? quickPresets : presets) {
        const data = generateXmlDataset({ preset, rows: batches[preset] * batchSize, seed: 1 });
        const file = join(folder, `${preset}.json`);
        writeFileSync(file, JSON.stringify(trainingProblem(data, { batchSize, hidden })));
        claims.push(...(await partitionAgainstBound(preset, data, engines, quick)));
        claims.push(...(await phaseLimits(preset, data, quick)));
        for (const one of stepContests.filter((contest) => contest.preset === preset)) {
          if (quick && one.method === "quadrature") continue;
          const contest = { ...one, enough: singlePrecisionIntervals(firstBatch(data)) };
          const outcome = await against(contest, data, file, engines, quick);
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

type Engines = readonly ("kernels" | "native")[];

/** PL-Partition against PL-LB, in alternation. The target applies to the last engine. */
async function partitionAgainstBound(
  preset: string,
  data: XmlDataset,
  engines: Engines,
  quick: boolean,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const engine of engines) {
    const [bound, exact]: TimedSteps[][] = [[], []];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      bound.push(await timedSteps(data, { loss: "pl-lb", engine, quick }));
      exact.push(await timedSteps(data, { loss: "pl-partition", engine, quick }));
    }
    const all = (runs: readonly TimedSteps[]) => runs.flatMap(({ seconds }) => seconds);
    const processor = (runs: readonly TimedSteps[]) => medianOf(runs.flatMap((run) => run.processorSeconds));
    const fastest = Math.min(...all(exact)) / Math.min(...all(bound));
    claims.push(
      claimOf(
        `pl-partition on ${preset} (${engine}), step time relative to pl-lb`,
        ratioOfMedians(all(exact), all(bound)),
        {
          ...(engine === engines.at(-1) ? { target: { atMost: 1.15 } } : {}),
          context:
            `${readable(all(exact))}; ratio of the fastest steps ${fastest.toPrecision(3)} ×; ` +
            `processor time ${(processor(exact) / processor(bound)).toPrecision(3)} ×. ${exact[0].sentence}`,
        },
      ),
    );
  }
  return claims;
}

/** Our step before and after PyTorch's, to reveal noise from other load on the machine; undefined without PyTorch. */
async function against(
  { preset, method, loss, words, atLeast, fastest, enough }: StepContest & { readonly enough: number },
  data: XmlDataset,
  file: string,
  engines: Engines,
  quick: boolean,
): Promise<{ readonly claims: Claim[]; readonly details: unknown } | undefined> {
  const resolved = method.replace("enough", String(enough));
  const before = await eachEngine(engines, (engine) => timedSteps(data, { loss, engine, quick }));
  const peer = torchPeer<Peer>("training_step.py", file, resolved, quick ? 1.5 : 8);
  if (peer === undefined) return undefined;
  const after = await eachEngine(engines, (engine) => timedSteps(data, { loss, engine, quick }));
  const claims = engines.flatMap((engine, e) => {
    const runs = [before[e], after[e]];
    const seconds = runs.flatMap((run) => run.seconds);
    const processor = medianOf(peer.processorSeconds) / medianOf(runs.flatMap((run) => run.processorSeconds));
    const other = method === resolved ? words : `${words}, T = ${enough}`;
    const what = `${loss} on ${preset} (${engine}), speedup over ${other} (${peer.blas})`;
    const isTarget = engine === engines.at(-1);
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
  return { claims, details: { preset, method: resolved, loss, engines, before, after, peer } };
}

async function eachEngine<T>(engines: Engines, run: (engine: Engines[number]) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const engine of engines) results.push(await run(engine));
  return results;
}

/** The preferences of the first batch. */
function firstBatch(data: XmlDataset): PackedPreferences {
  return packPreferences(
    Array.from({ length: batchSize }, (_, row) => rowPreference(data, row)),
    data.numLabels,
  );
}

function readable(seconds: readonly number[]): string {
  return readableTime(1e9 * medianOf(seconds));
}
