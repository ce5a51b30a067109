import type { Preference } from "@tierwise/core-integrator";
import { type Random, randomStream } from "@tierwise/random";
import type { NamedPreferences } from "../observations/named-preferences.ts";
import { climb, expect, logPrior, type Mixture, maximizeGroups } from "./em.ts";
import { type MixtureData, mixtureData } from "./mixture-data.ts";
import {
  type MixtureFit,
  type MixtureOptions,
  type MixtureSettings,
  type NamedMixtureFit,
  resolveMixture,
} from "./mixture-fit.ts";

/** EM runs this many rounds from every start and then continues only the best start. */
const FIRST_ROUNDS = 10;

/**
 * Fits a mixture of K Plackett-Luce models to preferences of voters who belong to different groups,
 *
 *     maximize Σ_v log Σ_c share_c · ∏_b P(preference_b; w_c) − λ/2 · Σ_c Σ w_c²,
 *
 * by EM on the exact likelihood of the tiers. Each round computes the probability that each voter belongs to each group, and then fits the
 * groups to the preferences, weighted by these probabilities. No round lowers the objective. The objective has several maxima, so EM starts
 * from several random mixtures and continues the best one.
 *
 * Use {@link chooseMixture} to choose K. Groups can be distinguished only if votes contain enough information: a vote that names only a
 * favorite reveals little about its group.
 *
 * @param dataset - Preferences with item names, which are copied to the result, or an array of preferences. `clusters` are the voters.
 * @param options - The number of groups, the prior, the starts, and, if `dataset` is a plain array of preferences, `items`.
 *
 * @example
 * ```ts
 * import { fitMixture } from "@tierwise/aggregate";
 *
 * // Twenty voters like items in one order, ten in the opposite order.
 * const votes = Array.from({ length: 30 }, (_, v) => ({ tiers: v < 20 ? [[0], [1], [2], [3]] : [[3], [2], [1], [0]] }));
 * const { components, memberships } = fitMixture(votes, { items: 4, components: 2 });
 * console.log(components.map(({ share }) => share.toFixed(2)).join(" ")); // 0.67 0.33
 * console.log(components[0].utilities[0] > 0, components[1].utilities[0] > 0); // true false
 * console.log(memberships[0] > 0.99, memberships[2 * 29] < 0.01); // true true
 * ```
 */
export function fitMixture(dataset: NamedPreferences, options?: MixtureSettings): NamedMixtureFit;
export function fitMixture(preferences: readonly Preference[], options: MixtureOptions): MixtureFit;
export function fitMixture(
  dataset: NamedPreferences | readonly Preference[],
  options: MixtureSettings = {},
): MixtureFit | NamedMixtureFit {
  if (!("itemNames" in dataset)) return fitData(mixtureData(dataset, options as MixtureOptions), options);
  const { itemNames, preferences, weights, clusters } = dataset;
  const observed = { items: itemNames.length, ...(weights && { weights }), ...(clusters && { clusters }) };
  return { ...fitData(mixtureData(preferences, observed), options), itemNames };
}

/** Fits a mixture to checked data. */
export function fitData(data: MixtureData, settings: MixtureSettings): MixtureFit {
  const how = resolveMixture(settings);
  const { components, starts, seed, tolerance, maxIterations } = how;
  if (data.preferences.count === 0) throw new RangeError("there are no preferences; expected at least one");
  const tries = components === 1 ? 1 : starts;
  let best: { readonly mixture: Mixture; readonly history: number[] } | undefined;
  for (let start = 0; start < tries; start++) {
    const mixture = randomMixture(data, how, components, randomStream(seed, start));
    const history = runRounds(mixture, data, how, Math.min(FIRST_ROUNDS, maxIterations), tolerance);
    if (best === undefined || (history.at(-1) ?? 0) > (best.history.at(-1) ?? 0)) best = { mixture, history };
  }
  const { mixture, history } = best as NonNullable<typeof best>;
  const left = maxIterations - history.length;
  if (left > 0 && !hasConverged(history, tolerance * data.total)) {
    history.push(...runRounds(mixture, data, how, left, tolerance, history.at(-1)));
  }
  const logLikelihood = expect(mixture, data, how);
  return { ...sorted(mixture, data), logLikelihood, history, converged: hasConverged(history, tolerance * data.total) };
}

type How = ReturnType<typeof resolveMixture>;

/** Runs EM until a round raises the objective by less than the tolerance per voter; returns the objective after each round. */
function runRounds(
  mixture: Mixture,
  data: MixtureData,
  how: How,
  rounds: number,
  tolerance: number,
  before?: number,
): number[] {
  const history: number[] = [];
  const known = before === undefined ? [] : [before];
  expect(mixture, data, how);
  while (history.length < rounds && !hasConverged([...known, ...history.slice(-2)], tolerance * data.total)) {
    maximizeGroups(mixture, data, how);
    history.push(expect(mixture, data, how) + logPrior(mixture, how));
  }
  return history;
}

function hasConverged(history: readonly number[], enough: number): boolean {
  return history.length > 1 && history[history.length - 1] - history[history.length - 2] < enough;
}

/** Creates groups with equal shares. Each group is fitted to one random voter, whose weight is ten times the strength of the prior. */
function randomMixture(data: MixtureData, how: How, components: number, random: Random): Mixture {
  const { preferences, voters, weights, voterCount, voterWeights, total } = data;
  const zero = new Float64Array(preferences.itemCount);
  const utilities = Array.from({ length: components }, () => {
    let left = random() * total;
    let voter = 0;
    while (voter + 1 < voterCount && left >= voterWeights[voter]) left -= voterWeights[voter++];
    const own = weights.map((weight, b) => (voters[b] === voter ? 10 * how.prior * weight : 0));
    return components === 1 ? zero : climb(zero, own, data, how, 20);
  });
  return {
    logShares: new Float64Array(components).fill(-Math.log(components)),
    utilities,
    memberships: new Float64Array(voterCount * components),
  };
}

/** The groups, sorted by share, and the memberships of each observation. */
function sorted(
  { logShares, utilities, memberships }: Mixture,
  { voters }: MixtureData,
): Pick<MixtureFit, "components" | "memberships"> {
  const groups = logShares.length;
  const order = Array.from(logShares.keys()).sort((a, b) => logShares[b] - logShares[a] || a - b);
  const out = new Float64Array(voters.length * groups);
  for (let b = 0; b < voters.length; b++) {
    for (let c = 0; c < groups; c++) out[b * groups + c] = memberships[voters[b] * groups + order[c]];
  }
  return {
    components: order.map((c) => ({ share: Math.exp(logShares[c]), utilities: utilities[c] })),
    memberships: out,
  };
}
