import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import type { RankingLoss } from "@tierwise/losses";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { lossOf, type Method, methods } from "@tierwise/studies";

/** The six losses by the paper's names. PL-LB comes first because {@link sideBySide} uses the first contestant as the baseline. */
export const sixLosses: Readonly<Record<string, () => RankingLoss>> = Object.fromEntries(
  [...new Set<Method>(["PL-LB", ...methods])].map((method) => [method, () => lossOf(method)]),
);

/** A row of `itemCount` scores, with a tier that contains the first `size` items of a ranking drawn from the model. */
export function drawRow(
  itemCount: number,
  size: number,
  { seed, spread }: { readonly seed: number; readonly spread: number },
): { scores: Float32Array; preferences: PackedPreferences } {
  const random = randomStream(seed);
  const scores = new Float64Array(itemCount).map(() => spread * normal(random));
  const tier = samplePlackettLuce(scores, random).slice(0, size);
  return { scores: Float32Array.from(scores), preferences: packPreferences([{ tiers: [tier] }], itemCount) };
}
