import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { type Connections, connect, noConnections } from "./connecting-set.ts";

/** A vote with at least two tiers connects all its items, including unnamed items unless they are unobserved. */
export function voteConnections(
  { preferences, weights }: { readonly preferences: readonly Preference[]; readonly weights?: ArrayLike<number> },
  n: number,
): Connections {
  const connections = noConnections(n);
  const packed = packPreferences(preferences, n);
  for (let p = 0; p < packed.count; p++) {
    if (weights?.[p] === 0) continue;
    const from = packed.tierOffsets[packed.preferenceOffsets[p]];
    const to = packed.tierOffsets[packed.preferenceOffsets[p + 1]];
    const named = packed.items.subarray(from, to);
    const withRest = packed.restIsLowest[p] === 1 && named.length < n;
    let tiers = withRest ? 1 : 0;
    for (let t = packed.preferenceOffsets[p]; t < packed.preferenceOffsets[p + 1]; t++) {
      if (packed.tierOffsets[t + 1] > packed.tierOffsets[t]) tiers++;
    }
    if (tiers < 2) continue;
    connect(connections, withRest ? Int32Array.from({ length: n }, (_, i) => i) : named);
  }
  return connections;
}
