import { createLoss, type RankingLoss, type RowLoss, rowLoss } from "@tierwise/losses";
import { type Random, randomStream } from "@tierwise/random";
import { type TowerData, told } from "./tower-data.ts";

/** Negatives have their own random stream for each step and row, so that they do not depend on the thread. */
const negativeStream = 2;

/**
 * Returns a function from a position in the batch to the loss of the row at this position. `given` is a loss without a spec. Integrals have
 * a tolerance of 1e-9, because scores and gradients are in single precision.
 */
export function batchRowLoss(
  { loss: spec, seed, popularity, told: now }: TowerData,
  given: RankingLoss | undefined,
): (row: number) => RowLoss {
  if (spec === undefined) {
    if (given === undefined) throw new Error("the loss has no spec, so only the calling thread can use it");
    const loss = rowLoss(given);
    return () => loss;
  }
  const isDefault = spec.name === "pl-partition" && spec.rule === undefined;
  const rounded = isDefault ? { ...spec, rule: { name: "adaptive", tolerance: 1e-9 } as const } : spec;
  if (spec.negatives === undefined) {
    const loss = rowLoss(createLoss(rounded));
    return () => loss;
  }
  const { seed: own = seed, by } = spec.negatives;
  let random: Random = randomStream(own);
  const loss = rowLoss(createLoss(rounded, { random: () => random(), ...(by === "frequency" && { popularity }) }));
  return (row) => {
    random = randomStream(own, negativeStream, now[told.step], row);
    return loss;
  };
}
