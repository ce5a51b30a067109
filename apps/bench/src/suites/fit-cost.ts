import { type CostResult, costCells, growthExponent, type Method, runCells, runCostCell } from "@tierwise/sim/study";
import { measurePaperMethod } from "../paper-method.ts";
import { quantile } from "../side-by-side.ts";
import type { Claim, Suite } from "../suite.ts";

const SEED = 1;

/** Times of one number of items over the rounds. */
interface Rounds {
  readonly items: number;
  /** Time of PL-Partition / that of PL-LB in the same round, ascending. */
  readonly ratios: Float64Array;
  /** Milliseconds that a step of PL-Partition takes longer, in the median. */
  readonly added: number;
}

/** A step of a fit with shared scores: PL-Partition against PL-LB, and against the paper's method in PyTorch. */
export const fitCost: Suite = {
  name: "fit-cost",
  title: "A step of 20 observations on shared scores: PL-Partition against PL-LB and against the paper's method",
  async run({ quick }) {
    const sizes = quick ? [100, 1000, 10_000, 100_000] : [100, 1000, 10_000, 100_000, 1_000_000];
    const rounds = sizes.map((items) => measure(items, quick));
    const claims = rounds.flatMap(claimsOf);
    claims.push({
      what: "growth of the added time with N: p of N^p, N ≥ 1000",
      figure: growthOfAdded(rounds),
      unit: "",
      target: { atMost: 0.25 },
    });
    const apart = await ourSteps(quick);
    const paper = measurePaperMethod(100_000);
    if (paper === undefined) console.error("left out: the paper's method, because TIERWISE_PYTHON names no PyTorch");
    else claims.push(...againstPaper(apart, paper));
    if (!quick) claims.push(await rankNetOfAMillion());
    return {
      claims,
      details: {
        rounds: rounds.map(({ items, added, ratios }) => ({ items, added, ratios: [...ratios] })),
        apart,
        paper,
      },
    };
  },
};

function measure(items: number, quick: boolean): Rounds {
  const steps = Math.max(5, Math.min(200, Math.round((quick ? 4e5 : 2e6) / items)));
  const time = (method: Method): number =>
    runCostCell({ study: "cost", items, method, seed: SEED, steps }).seconds / steps;
  const both = Array.from({ length: quick ? 5 : 11 }, () => [time("PL-LB"), time("PL-Partition")]).slice(1);
  return {
    items,
    ratios: Float64Array.from(both, ([bound, exact]) => exact / bound).sort(),
    added: 1000 * quantile(Float64Array.from(both, ([bound, exact]) => exact - bound).sort(), 0.5),
  };
}

function claimsOf({ items, ratios, added }: Rounds): Claim[] {
  const quartiles = [quantile(ratios, 0.25), quantile(ratios, 0.75)] as const;
  return [
    {
      what: `PL-Partition / PL-LB, N = ${items}`,
      figure: quantile(ratios, 0.5),
      quartiles,
      ...(items >= 100_000 ? { target: { atMost: 1.5 } } : {}),
    },
    { what: `what PL-Partition adds to a step, N = ${items}`, figure: added, unit: "ms" },
  ];
}

/** The added time is that of the integrals, which see the named items alone; below a microsecond it is noise. */
function growthOfAdded(rounds: readonly Rounds[]): number {
  const large = rounds.filter(({ items }) => items >= 1000);
  return growthExponent(
    large.map(({ items }) => items),
    large.map(({ added }) => Math.max(added, 1e-3)),
  );
}

/** PL-Partition on 10⁵ items in a process of its own. */
async function ourSteps(quick: boolean): Promise<CostResult> {
  const cells = costCells({ items: [100_000], seeds: [SEED], methods: ["PL-Partition"], steps: quick ? 100 : 1000 });
  const [result] = await runCells(cells);
  return result as CostResult;
}

function againstPaper(ours: CostResult, paper: { secondsPerStep: number; bytes: number }): Claim[] {
  return [
    {
      what: "the paper's method in PyTorch / ours, time of a step, N = 10⁵",
      figure: paper.secondsPerStep / (ours.seconds / ours.steps),
      target: { atLeast: 300 },
    },
    {
      what: "the paper's method in PyTorch / ours, peak less idle memory, N = 10⁵",
      figure: paper.bytes / ours.bytes,
      target: { atLeast: 20 },
    },
  ];
}

async function rankNetOfAMillion(): Promise<Claim> {
  const [result] = await runCells(costCells({ items: [1_000_000], seeds: [SEED], methods: ["RankNet"], steps: 1000 }));
  return { what: "RankNet, 1000 steps, N = 10⁶", figure: result.seconds, unit: "s" };
}
