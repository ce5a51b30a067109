import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { simulatePreferences } from "@tierwise/sim";
import {
  type CostResult,
  costCells,
  costStudy,
  growthExponent,
  type Method,
  medianOf,
  runCostCell,
  runStudy,
} from "@tierwise/studies";
import { measurePaperMethod, type PaperMethod } from "../peers/paper-method.ts";
import { singlePrecisionIntervals } from "../peers/single-precision-intervals.ts";
import { noTorch } from "../peers/torch-peer.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { type Ratio, ratioOfMedians, ratioWithin } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

const SEED = 1;

/** Measurements for one number of items, over all rounds. */
interface Rounds {
  readonly itemCount: number;
  /** The time of PL-Partition divided by the time of PL-LB in the same round. */
  readonly ratio: Ratio;
  /** The median time in milliseconds that PL-Partition adds to a step. */
  readonly added: number;
}

/** A step of a fit with shared scores: PL-Partition against PL-LB and against the paper's method in PyTorch. */
export const fitCost: Suite = {
  name: "fit-cost",
  group: "Simulation and fits",
  title: "A step of 20 observations on shared scores: PL-Partition compared with PL-LB and with the paper's method",
  async run({ quick }) {
    const sizes = quick ? [100, 1000, 10_000, 100_000] : [100, 1000, 10_000, 100_000, 1_000_000];
    const rounds = sizes.map((itemCount) => measure(itemCount, quick));
    const claims = rounds.map(claimOfSize);
    claims.push({
      what: "exponent p if the added time grows like N^p, N ≥ 1000",
      figure: growthOfAdded(rounds),
      unit: "",
      target: { atMost: 0.25 },
    });
    const steps = quick ? 1 : 5;
    const paper = [measurePaperMethod(100_000, { steps })].flatMap((one) => one ?? []);
    if (paper.length > 0) {
      const intervals = singlePrecisionIntervals(simulationBatch(100_000));
      paper.push(...[measurePaperMethod(100_000, { steps, intervals })].flatMap((one) => one ?? []));
    }
    const apart = paper.length === 0 ? [] : await ourSteps(quick);
    for (const one of paper) claims.push(...againstPaper(apart, one));
    if (!quick) claims.push(await rankNetOfAMillion());
    return {
      claims,
      skipped: paper.length === 0 ? [noTorch("the paper's method in PyTorch")] : [],
      details: { rounds, apart, paper },
    };
  },
};

function measure(itemCount: number, quick: boolean): Rounds {
  // With fewer steps, part of the time would be spent on code that is not optimized yet.
  const steps = Math.max(5, Math.min(2000, Math.round((quick ? 4e5 : 2e6) / itemCount)));
  const time = (method: Method): number =>
    runCostCell({ study: "cost", itemCount, method, seed: SEED, steps }).seconds / steps;
  const both = Array.from({ length: quick ? 4 : 11 }, () => [time("PL-LB"), time("PL-Partition")]).slice(1);
  const [bound, exact] = [both.map(([first]) => first), both.map(([, second]) => second)];
  return {
    itemCount,
    ratio: ratioWithin(exact, bound),
    added: 1000 * medianOf(exact.map((seconds, round) => seconds - bound[round])),
  };
}

/** The largest time of PL-Partition relative to PL-LB, by number of items: below 10⁵ items, the integrals are a larger part of a step. */
const TARGETS = new Map([
  [100, 2],
  [1000, 2],
  [100_000, 1.5],
  [1_000_000, 1.5],
]);

function claimOfSize({ itemCount, ratio, added }: Rounds): Claim {
  const atMost = TARGETS.get(itemCount);
  return claimOf(`time of PL-Partition relative to PL-LB, N = ${itemCount}`, ratio, {
    ...(atMost !== undefined && { target: { atMost } }),
    context: `${added.toPrecision(3)} ms added to a step`,
  });
}

/** The added time is spent on the integrals, which involve only the named items. Differences below a microsecond are noise. */
function growthOfAdded(rounds: readonly Rounds[]): number {
  const large = rounds.filter(({ itemCount }) => itemCount >= 1000);
  return growthExponent(
    large.map(({ itemCount }) => itemCount),
    large.map(({ added }) => Math.max(added, 1e-3)),
  );
}

/** PL-Partition on 10⁵ items, each repeat in a separate process. */
async function ourSteps(quick: boolean): Promise<CostResult[]> {
  const [cell] = costCells({
    itemCounts: [100_000],
    seeds: [SEED],
    methods: ["PL-Partition"],
    steps: quick ? 100 : 1000,
  });
  const results: CostResult[] = [];
  for (let repeat = 0; repeat < 3; repeat++) results.push(...(await runStudy(costStudy, { cells: [cell] })).results);
  return results;
}

/** The observations used in one step. */
function simulationBatch(itemCount: number): PackedPreferences {
  const options = { items: itemCount, samples: 20, tiers: 4, maxRanked: 500, seed: SEED };
  return packPreferences(simulatePreferences(options).preferences, itemCount);
}

/** Compares with the paper's method; the targets apply to the paper's own T. */
function againstPaper(ours: readonly CostResult[], paper: PaperMethod): Claim[] {
  const own = ours.map(({ seconds, steps }) => seconds / steps);
  const what = `the paper's method in PyTorch, T = ${paper.intervals}, N = 10⁵`;
  const target = (atLeast: number): Pick<Claim, "target"> => (paper.intervals < 10_000 ? {} : { target: { atLeast } });
  return [
    claimOf(`speedup over ${what}`, ratioOfMedians(paper.seconds, own), {
      ...target(300),
      context: `${readableTime(1e9 * medianOf(paper.seconds))}, ours ${readableTime(1e9 * medianOf(own))}`,
    }),
    {
      what: `reduction in memory (peak minus idle) relative to ${what}`,
      figure: paper.bytes / medianOf(ours.map(({ bytes }) => bytes)),
      ...target(20),
      context: `${(paper.bytes / 2 ** 20).toFixed(0)} MiB`,
    },
  ];
}

/** Runs once to show that RankNet can handle a million items. */
async function rankNetOfAMillion(): Promise<Claim> {
  const cells = costCells({ itemCounts: [1_000_000], seeds: [SEED], methods: ["PL-LB", "RankNet"], steps: 1000 });
  const {
    results: [bound, ranknet],
  } = await runStudy(costStudy, { cells });
  return {
    what: "time of RankNet relative to PL-LB, 1000 steps, N = 10⁶",
    figure: ranknet.seconds / bound.seconds,
    context: readableTime(1e9 * ranknet.seconds),
  };
}
