import type { Preference, Scores } from "@tierwise/core-integrator";

/** The nonempty tiers of a race, best first. Includes the items that no tier names, if they form the lowest tier. */
export function tiersOf({ tiers, rest = "lowest" }: Preference, itemCount: number): Int32Array[] {
  const all = tiers.map((tier) => Int32Array.from(tier));
  if (rest === "lowest") {
    const named = new Uint8Array(itemCount);
    for (const tier of all) for (const item of tier) named[item] = 1;
    all.push(Int32Array.from({ length: itemCount }, (_, i) => i).filter((i) => named[i] === 0));
  }
  return all.filter((tier) => tier.length > 0);
}

/** For each tier, log Σ e^w over all items below it, or −∞ for the last tier. */
export function logSumsBelow(tiers: readonly Int32Array[], scores: Scores): Float64Array {
  const sums = new Float64Array(tiers.length).fill(Number.NEGATIVE_INFINITY);
  let below = Number.NEGATIVE_INFINITY;
  for (let m = tiers.length - 1; m >= 0; m--) {
    sums[m] = below;
    let top = below;
    for (const item of tiers[m]) top = Math.max(top, scores[item]);
    let sum = Math.exp(below - top);
    for (const item of tiers[m]) sum += Math.exp(scores[item] - top);
    below = top + Math.log(sum);
  }
  return sums;
}
