import type { PackedPreferences } from "@tierwise/core-integrator";

let targets = new Float64Array(0);

/** Returns the targets t of AttRank for the named items of preference `p`, in the order of `items`. The next call overwrites them. */
export function attRankTargets(
  { tierOffsets, preferenceOffsets }: PackedPreferences,
  p: number,
  from: number,
  upperEnd: number,
): Float64Array {
  const to = tierOffsets[preferenceOffsets[p + 1]];
  if (targets.length < to - from) targets = new Float64Array(2 * (to - from));
  targets.fill(0, upperEnd - from, to - from);
  // ψ is 1 for the best tier and 1/e for the next, so that no power overflows; only the ratios matter.
  let psi = 1;
  let sum = 0;
  for (let t = preferenceOffsets[p], i = from; i < upperEnd; t++) {
    const size = tierOffsets[t + 1] - i;
    if (size === 0) continue;
    targets.fill(psi, i - from, i - from + size);
    sum += size * psi;
    psi /= Math.E;
    i += size;
  }
  for (let i = 0; i < upperEnd - from; i++) targets[i] /= sum;
  return targets;
}
