import { fitUtilities, lbfgs } from "@tierwise/aggregate";
import type { Preference } from "@tierwise/core-integrator";
import { simulatePreferences } from "@tierwise/sim";
import { medianOf } from "@tierwise/studies";
import { emFit } from "../peers/em.ts";
import { newtonFit } from "../peers/newton.ts";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { type Ratio, ratioWithin } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { realSetsNamed } from "./problems/real-sets.ts";

const TOLERANCE = 1e-8;
/** The maximum number of iterations; a solver that needs more counts as not converged. */
const MOST_ITERATIONS = 1000;

interface Problem {
  readonly name: string;
  readonly itemCount: number;
  readonly preferences: readonly Preference[];
  readonly weights?: ArrayLike<number>;
}

/** Compares full-batch solvers for the same likelihood, timed in alternation, by the time to reach a gradient of 1e-8 per observation. */
export const solvers: Suite = {
  name: "solvers",
  group: "Simulation and fits",
  title: "Time to reach a gradient of 1e-8 per observation (max-norm): EM and Newton relative to L-BFGS, the default",
  async run({ quick }) {
    const claims: Claim[] = [];
    const details: object[] = [];
    for (const problem of [...simulated(quick), ...(await real())]) {
      const found = race(problem, quick ? 2 : 5);
      details.push({
        problem: problem.name,
        itemCount: problem.itemCount,
        observations: problem.preferences.length,
        ...found,
      });
      for (const [solver, { ratio, iterations, converged, milliseconds }] of Object.entries(found)) {
        if (solver === "L-BFGS") continue;
        const how = converged ? `${iterations} iterations` : `not converged after ${iterations}`;
        claims.push(
          claimOf(`${problem.name}: ${solver} / L-BFGS (${how})`, ratio, { context: readableTime(1e6 * milliseconds) }),
        );
      }
    }
    return { claims, details };
  },
};

function simulated(quick: boolean): Problem[] {
  const sizes = quick
    ? [[10, 100]]
    : [
        [10, 100],
        [50, 200],
        [200, 100],
      ];
  return sizes.map(([itemCount, samples]) => {
    const maxRanked = Math.min(500, Math.round(0.75 * itemCount));
    const { preferences } = simulatePreferences({ items: itemCount, samples, tiers: 4, maxRanked, seed: 3 });
    return { name: `simulated, N = ${itemCount}, n = ${samples}`, itemCount, preferences };
  });
}

async function real(): Promise<Problem[]> {
  const endings = ["nascar2002.txt", "00002-00000002.toc", "00010-00000001.toc", "00032-00000002.soc"];
  return (await realSetsNamed(endings))
    .map(({ name, itemNames, preferences, weights }) => ({ name, itemCount: itemNames.length, preferences, weights }))
    .filter(
      ({ itemCount, preferences, weights }) =>
        fitUtilities(preferences, { items: itemCount, weights, interval: false }).converged,
    );
}

interface Solved {
  readonly iterations: number;
  readonly converged: boolean;
}

function race(problem: Problem, rounds: number): Record<string, Solved & { ratio: Ratio; milliseconds: number }> {
  const { itemCount, preferences } = problem;
  const weighted = problem.weights === undefined ? {} : { weights: problem.weights };
  const stop = { tolerance: TOLERANCE, maxIterations: MOST_ITERATIONS };
  const data = { itemCount, ...weighted, ...stop };
  const contestants: Record<string, () => Solved> = {
    "L-BFGS": () => fitUtilities(preferences, { items: itemCount, ...weighted, solver: lbfgs(stop), interval: false }),
    EM: () => emFit(preferences, data),
    ...(itemCount <= 100 ? { Newton: () => newtonFit(preferences, data) } : {}),
  };
  const names = Object.keys(contestants);
  const last: Record<string, Solved> = {};
  const times = Array.from({ length: rounds + 1 }, () =>
    names.map((name) => {
      const start = performance.now();
      last[name] = contestants[name]();
      return performance.now() - start;
    }),
  ).slice(1); // the code is compiled in the first round
  return Object.fromEntries(
    names.map((name, c) => [
      name,
      {
        iterations: last[name].iterations,
        converged: last[name].converged,
        ratio: ratioWithin(
          times.map((round) => round[c]),
          times.map((round) => round[0]),
        ),
        milliseconds: medianOf(times.map((round) => round[c])),
      },
    ]),
  );
}
