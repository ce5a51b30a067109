import { gumbel, randomStream } from "@tierwise/random";
import { plackettLuceSampler, samplePlackettLuce } from "@tierwise/sim";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

const SEED = 9;
/** The number of ranks that the simulation study uses. */
const TOP = 500;

/** The first 500 places of a Plackett-Luce ranking, as the simulation study draws them. */
export const sampling: Suite = {
  name: "sampling",
  group: "Simulation and fits",
  gated: true,
  title: "Drawing the first 500 places of a Plackett-Luce ranking, compared with sorting all perturbed scores",
  run({ quick }) {
    const claims: Claim[] = [];
    for (const itemCount of quick ? [1000, 100_000] : [1000, 10_000, 100_000, 1_000_000]) {
      const random = randomStream(SEED);
      const scores = new Float64Array(itemCount).map(() => random() * Math.log(itemCount));
      const sampler = plackettLuceSampler(scores);
      const { sort, one, many } = sideBySide(
        {
          sort: () => sortedTop(scores, random),
          one: () => samplePlackettLuce(scores, random, { top: TOP }),
          many: () => sampler(random, TOP),
        },
        { rounds: quick ? 5 : 11, sliceMilliseconds: quick ? 5 : 20 },
      );
      claims.push(
        claimOf(
          `speedup of samplePlackettLuce over sorting all scores, N = ${itemCount}`,
          ratioWithin(sort.rounds, one.rounds),
          {
            context: readableTime(one.nanoseconds),
            gate: { better: "higher" },
          },
        ),
        claimOf(
          `speedup of plackettLuceSampler over sorting all scores, N = ${itemCount}`,
          ratioWithin(sort.rounds, many.rounds),
          {
            context: readableTime(many.nanoseconds),
          },
        ),
      );
    }
    return { claims, details: { seed: SEED, top: TOP } };
  },
};

/** The baseline: adds Gumbel noise to every score and sorts all of them. */
function sortedTop(scores: Float64Array, random: () => number): Int32Array {
  const keys = scores.map((w) => w + gumbel(random));
  const order = Int32Array.from(keys, (_, i) => i).sort((i, j) => keys[j] - keys[i]);
  return order.slice(0, TOP);
}
