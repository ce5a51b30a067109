import { posterior } from "@tierwise/race";
import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const SEED = 5;
const SIMULATIONS = 500;

test("95% credible intervals cover utilities drawn from the prior in 500 simulations", () => {
  const random = randomStream(SEED, 1);
  let covered = 0;
  for (let n = 0; n < SIMULATIONS; n++) {
    // Draws the logarithm of a Gamma(4) variable, which is a sum of four exponential variables.
    const raw = Array.from({ length: 4 }, () => Math.log(-Math.log(random() * random() * random() * random())));
    const mean = raw.reduce((sum, u) => sum + u, 0) / 4;
    const truth = raw.map((u) => u - mean);
    const { lower, upper } = posterior(simulate(truth, 20, 100 + n), { itemCount: 4, draws: 2000, shape: 4, seed: n });
    truth.forEach((u, i) => {
      if (u >= lower[i] && u <= upper[i]) covered++;
    });
  }
  const rate = covered / (4 * SIMULATIONS);
  // Intervals in the same simulation are dependent, so the standard error is between 0.5% and 1%.
  expect(rate, `seed ${SEED}`).toBeGreaterThan(0.93);
  expect(rate, `seed ${SEED}`).toBeLessThan(0.97);
});
