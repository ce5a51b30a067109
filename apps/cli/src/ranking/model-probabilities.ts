import { expectedRanks, inclusionProbabilities, rankProbabilities } from "@tierwise/race";
import { UsageError } from "../errors/usage-error.ts";
import { count } from "../terminal/numbers.ts";

/** The places of an item in a ranking drawn from the fitted model. They are random even if the utilities are known exactly. */
export interface ModelProbabilities {
  /** The mean rank of the item, where the first place has rank 1. */
  readonly expectedRank: number;
  /** The probability that the item is first. */
  readonly probabilityFirst: number;
  /** The probability that the item is among the first k. */
  readonly probabilityTop: number;
  /** The probability of each of the first k places. */
  readonly placeProbabilities: readonly number[];
}

/** The maximum number of probabilities, items × k; this many take 80 MB. */
const MOST_PROBABILITIES = 1e7;

/** Throws if flags change the model so that it does not describe complete rankings. */
export function checkModelFlags({ loss, ties }: { readonly loss?: string; readonly ties?: string }): void {
  if (loss !== undefined && loss !== "pl-partition") {
    throw new UsageError(`--model-probabilities requires --loss pl-partition; omit it or --loss ${loss}`);
  }
  if (ties === "davidson") {
    throw new UsageError(
      "--model-probabilities describes rankings without ties; expected --ties half or --ties drop, not --ties davidson",
    );
  }
}

/** The probability that each item takes each of the first k places in a Plackett-Luce ranking; k is at most the number of items. */
export function modelProbabilities(utilities: Float64Array, k: number): ModelProbabilities[] {
  const places = Math.min(k, utilities.length);
  if (places * utilities.length > MOST_PROBABILITIES) {
    throw new UsageError(
      `--model-probabilities ${k}: expected at most ${count(Math.floor(MOST_PROBABILITIES / utilities.length))} places for ${count(utilities.length)} items`,
    );
  }
  if (places === 0) return [];
  const ranks = expectedRanks(utilities);
  const top = inclusionProbabilities(utilities, { k: places }).probabilities;
  const each = rankProbabilities(utilities, { k: places }).probabilities;
  return Array.from(ranks, (expectedRank, i) => {
    const placeProbabilities = Array.from(each.subarray(i * places, (i + 1) * places));
    return { expectedRank, probabilityFirst: placeProbabilities[0], probabilityTop: top[i], placeProbabilities };
  });
}

/** Adds to each item the probabilities of its places in a new ranking of all items. */
export function withModelProbabilities<Item extends { readonly utility: number }>(
  items: readonly Item[],
  k: number,
): (Item & { readonly model: ModelProbabilities })[] {
  const utilities = Float64Array.from(items, ({ utility }) => utility);
  const probabilities = modelProbabilities(utilities, k);
  return items.map((item, i) => ({ ...item, model: probabilities[i] }));
}
