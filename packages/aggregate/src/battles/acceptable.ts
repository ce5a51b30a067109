import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { normalizeWeights } from "../observations/weighted-preferences.ts";
import type { Fit } from "../solvers/fit.ts";
import { lbfgs } from "../solvers/lbfgs.ts";
import type { AcceptableItem, BattleFit } from "./battle-fit.ts";
import type { ResolvedBattleOptions } from "./battle-options.ts";
import type { Battles } from "./battles.ts";
import type { TieSummary } from "./ties.ts";

// A judge who may answer "both bad" compares three things: the two sides and the bar for an acceptable answer, which is item N. Each answer
// is a preference with tiers under the Plackett-Luce model:
//   left: left ≻ {right, bar};   both bad: bar ≻ {left, right};   both good: {left, right} ≻ bar;
//   tie: the preferences of left and right, each with half the weight.

/** Fits battles together with a virtual item, *acceptable*, whose utility is the bar for an acceptable answer. */
export function fitWithAcceptable(battles: Battles, options: ResolvedBattleOptions, ties: TieSummary): BattleFit {
  const { itemNames } = battles;
  const items = itemNames.length;
  const { preferences, weights, clusters } = withBar(battles, options);
  const packed = packPreferences(preferences, items + 1);
  const { prior, interval, onProgress, signal } = options;
  const normalized = normalizeWeights(weights, packed.count, prior);
  const fit = lbfgs().fit({
    ...{ ...normalized, preferences: packed, loss: undefined, likelihood: {}, interval, onProgress, signal },
    ...(clusters && { clusters }),
  });
  const centered = centeredOnItems(fit, items);
  if (!fit.converged) return { ...centered, itemNames, ties, ...(fit.problem && { problem: named(fit, battles) }) };
  return { ...centered, itemNames, ties, acceptable: acceptableOf(fit, battles) };
}

/** Explains why a fit did not converge, and names the items that caused the failure. */
function named({ unbeatenItems, problem = "" }: Fit, { itemNames }: Battles): string {
  if (unbeatenItems === undefined) return problem;
  const names = Array.from(unbeatenItems, (item) => JSON.stringify(itemNames[item] ?? "acceptable"));
  const shown = names.length > 3 ? [...names.slice(-3), "others"] : names;
  return `${shown.join(" and ")} ${names.length === 1 ? "is" : "are"} never beaten by the other items, so the most likely utilities are infinite; set a prior`;
}

interface Barred {
  readonly preferences: Preference[];
  readonly weights: Float64Array;
  readonly clusters: Int32Array | undefined;
}

/** Converts battles to preferences, one for each kind of answer in each cluster. */
function withBar(battles: Battles, { ties }: ResolvedBattleOptions): Barred {
  const { left, right, outcomes, clusters } = battles;
  const bar = battles.itemNames.length;
  const preferences: Preference[] = [];
  const weights: number[] = [];
  const groups: number[] = [];
  const known = new Map<string, number>();
  const add = (tiers: number[][], weight: number, cluster: number | undefined): void => {
    if (weight === 0) return;
    const key = `${tiers.map((tier) => tier.join()).join(">")}|${cluster ?? ""}`;
    const at = known.get(key);
    if (at !== undefined) {
      weights[at] += weight;
      return;
    }
    known.set(key, preferences.length);
    preferences.push({ tiers, rest: "unobserved" });
    weights.push(weight);
    if (cluster !== undefined) groups.push(cluster);
  };
  for (let r = 0; r < left.length; r++) {
    const [a, b, weight, cluster] = [left[r], right[r], battles.weights[r], clusters?.[r]];
    const both = a < b ? [a, b] : [b, a];
    if (outcomes[r] === 0) add([[a], [b, bar]], weight, cluster);
    else if (outcomes[r] === 1) add([[b], [a, bar]], weight, cluster);
    else if (outcomes[r] === 3) add([[bar], both], weight, cluster);
    else if (outcomes[r] === 4) add([both, [bar]], weight, cluster);
    else if (ties.name !== "drop") {
      add([[a], [b, bar]], weight / 2, cluster);
      add([[b], [a, bar]], weight / 2, cluster);
    }
  }
  return { preferences, weights: Float64Array.from(weights), clusters: clusters && Int32Array.from(groups) };
}

/** The fit for the N real items only, with utilities of mean 0. */
function centeredOnItems(fit: Fit, items: number): Fit {
  const shift = meanOf(fit.utilities, items);
  const { covariance, draws, standardErrors: _, unbeatenItems, ...rest } = fit;
  const block = covariance && centeredBlock(covariance, items + 1);
  const size = items + 1;
  return {
    ...rest,
    utilities: fit.utilities.slice(0, items).map((value) => value - shift),
    ...(unbeatenItems && { unbeatenItems: unbeatenItems.filter((item) => item < items) }),
    ...(block && {
      covariance: Float64Array.from({ length: items * items }, (_, k) => {
        return block[Math.floor(k / items) * size + (k % items)];
      }),
      standardErrors: Float64Array.from({ length: items }, (_, i) => Math.sqrt(Math.max(0, block[i * size + i]))),
    }),
    ...(draws && {
      draws: {
        count: draws.count,
        utilities: Float64Array.from({ length: draws.count * items }, (_, k) => {
          const row = Math.floor(k / items) * size;
          return draws.utilities[row + (k % items)] - meanOf(draws.utilities.subarray(row, row + size), items);
        }),
      },
    }),
  };
}

/** The covariance of n utilities after the mean of the first n − 1 is subtracted from each. */
function centeredBlock(matrix: Float64Array, n: number): Float64Array {
  const block = matrix.slice();
  const items = n - 1;
  for (let j = 0; j < n; j++) {
    let mean = 0;
    for (let i = 0; i < items; i++) mean += block[i * n + j] / items;
    for (let i = 0; i < n; i++) block[i * n + j] -= mean;
  }
  for (let i = 0; i < n; i++) {
    const mean = meanOf(block.subarray(i * n, i * n + n), items);
    for (let j = 0; j < n; j++) block[i * n + j] -= mean;
  }
  return block;
}

function meanOf(values: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  return sum / Math.max(1, count);
}

function acceptableOf(fit: Fit, { itemNames, left, right, weights }: Battles): AcceptableItem {
  const items = itemNames.length;
  const bar = fit.utilities[items];
  const above = (item: number): number => 1 / (1 + Math.exp(bar - fit.utilities[item]));
  let [share, total] = [0, 0];
  for (let r = 0; r < left.length; r++) {
    share += weights[r] * (above(left[r]) + above(right[r]));
    total += 2 * weights[r];
  }
  const block = fit.covariance && centeredBlock(fit.covariance, items + 1);
  return {
    utility: bar - meanOf(fit.utilities, items),
    ...(block && { standardError: Math.sqrt(Math.max(0, block[block.length - 1])) }),
    place: 1 + fit.utilities.subarray(0, items).filter((utility) => utility > bar).length,
    share: share / total,
  };
}
