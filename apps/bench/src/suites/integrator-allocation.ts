import { logLikelihoodRows, packPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";
import type { Claim, Suite } from "../timing/suite.ts";

const ITEMS = 500;
const OBSERVATIONS = 64;
/** The number of calls between two heap measurements, small enough that no garbage collection happens in between. */
const CALLS = 100;

/** Likelihoods allocate no arrays or objects; the remaining bytes are boxed numbers. */
export const integratorAllocation: Suite = {
  name: "integrator-allocation",
  group: "The rules: accuracy and cost",
  title: "Allocations of a likelihood after its work memory has reached its final size",
  run() {
    const scores = new Float64Array(ITEMS * OBSERVATIONS).map((_, i) => Math.sin(i * i));
    const tiers = Array.from({ length: OBSERVATIONS }, (_, b) => [
      Array.from({ length: 20 }, (_, i) => b + 20 * i),
      [b + 420],
    ]);
    const preferences = packPreferences(
      tiers.map((two) => ({ tiers: two })),
      ITEMS,
    );
    const gradient = new Float64Array(ITEMS * OBSERVATIONS);
    const shared = scores.slice(0, ITEMS);
    const sharedGradient = new Float64Array(ITEMS);
    const claims: Claim[] = [
      ["logLikelihoodRows", () => logLikelihoodRows(scores, preferences, { gradient })] as const,
      ["sharedLogLikelihood", () => sharedLogLikelihood(shared, preferences, { gradient: sharedGradient })] as const,
    ].map(([name, call]) => ({
      what: `bytes per observation, ${name}, 21 of ${ITEMS} items in two tiers`,
      figure: heapGrowth(call) / OBSERVATIONS,
      unit: "bytes" as const,
      target: { atMost: 512 },
    }));
    return { claims };
  },
};

/** The number of heap bytes that one call allocates. */
function heapGrowth(call: () => unknown): number {
  for (let i = 0; i < 500; i++) call();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < CALLS; i++) call();
  return (process.memoryUsage().heapUsed - before) / CALLS;
}
