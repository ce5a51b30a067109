import type { Preference } from "@tierwise/core-integrator";
import { type Random, randomStream } from "@tierwise/random";
import type { NamedPreferences } from "../observations/named-preferences.ts";
import { expect, type Mixture } from "./em.ts";
import { fitData } from "./fit-mixture.ts";
import { type MixtureData, mixtureData, withWeights } from "./mixture-data.ts";
import {
  type MixtureFit,
  type MixtureOptions,
  type MixtureSettings,
  type NamedMixtureFit,
  resolveMixture,
} from "./mixture-fit.ts";

/** Options for {@link chooseMixture}. */
export interface ChooseMixtureOptions {
  /** The largest number of groups to try. Default: 4. */
  readonly most?: number;
  /** The number of parts into which the voters are divided for cross-validation. Each part is held out once. Default: 5. */
  readonly folds?: number;
}

/** The held-out likelihood for one number of groups. */
export interface HeldOutMixture {
  /** The number of groups. */
  readonly components: number;
  /** The mean log-likelihood per held-out voter; larger is better. */
  readonly logLikelihood: number;
}

/** The mixture with the best held-out likelihood. */
export interface ChosenMixture<Fit extends MixtureFit = MixtureFit> {
  /** The mixture, fitted to all observations. */
  readonly fit: Fit;
  /** The held-out likelihood for each number of groups that was tried. */
  readonly heldOut: readonly HeldOutMixture[];
}

/**
 * Chooses the number of groups for {@link fitMixture} by cross-validation. Divides the voters into parts, evaluates each part under
 * mixtures fitted to the other parts, and fits a mixture with the best number of groups to all voters.
 *
 * @param dataset - The same data as for {@link fitMixture}. An integer weight of n counts as n voters, who may be in different parts.
 * @param options - The largest number of groups, the number of parts, and options for {@link fitMixture}.
 *
 * @example
 * ```ts
 * import { chooseMixture } from "@tierwise/aggregate";
 *
 * const votes = Array.from({ length: 60 }, (_, v) => ({ tiers: v % 3 > 0 ? [[0], [1], [2], [3]] : [[3], [2], [1], [0]] }));
 * const { fit, heldOut } = chooseMixture(votes, { items: 4, most: 3 });
 * console.log(fit.components.length, heldOut.length); // 2 3
 * ```
 */
export function chooseMixture(
  dataset: NamedPreferences,
  options?: ChooseMixtureOptions & Omit<MixtureSettings, "components">,
): ChosenMixture<NamedMixtureFit>;
export function chooseMixture(
  preferences: readonly Preference[],
  options: ChooseMixtureOptions & Omit<MixtureOptions, "components">,
): ChosenMixture;
export function chooseMixture(
  dataset: NamedPreferences | readonly Preference[],
  options: ChooseMixtureOptions & Omit<MixtureSettings, "components"> = {},
): ChosenMixture<MixtureFit | NamedMixtureFit> {
  if (!("itemNames" in dataset)) return choose(mixtureData(dataset, options as MixtureOptions), options);
  const { itemNames, preferences, weights, clusters } = dataset;
  const observed = { items: itemNames.length, ...(weights && { weights }), ...(clusters && { clusters }) };
  const { fit, heldOut } = choose(mixtureData(preferences, observed), options);
  return { fit: { ...fit, itemNames }, heldOut };
}

function choose(data: MixtureData, options: ChooseMixtureOptions & Omit<MixtureSettings, "components">): ChosenMixture {
  const { most = 4, folds = 5, ...settings } = options;
  for (const [name, value, least, expected] of [
    ["most", most, 1, "a positive integer"],
    ["folds", folds, 2, "an integer of at least 2"],
  ] as const) {
    if (!Number.isInteger(value) || value < least) throw new RangeError(`${name} is ${value}; expected ${expected}`);
  }
  const parts = divide(data, folds, randomStream(settings.seed ?? 0, 1));
  const heldOut = Array.from({ length: most }, (_, i): HeldOutMixture => {
    const components = i + 1;
    let sum = 0;
    for (const part of parts) {
      const rest = data.voterWeights.map((weight, v) => weight - part[v]);
      const fitted = fitData(withWeights(data, rest), { ...settings, components });
      sum += expect(asMixture(fitted, data), withWeights(data, part), resolveMixture(settings));
    }
    return { components, logLikelihood: sum / data.total };
  });
  const best = heldOut.reduce((a, b) => (b.logLikelihood > a.logLikelihood ? b : a));
  return { fit: fitData(data, { ...settings, components: best.components }), heldOut };
}

/** Divides the weight of each voter among the parts. */
function divide({ voterWeights }: MixtureData, folds: number, random: Random): Float64Array[] {
  const parts = Array.from({ length: folds }, () => new Float64Array(voterWeights.length));
  for (let v = 0; v < voterWeights.length; v++) {
    const isCount = Number.isInteger(voterWeights[v]);
    for (let n = 0; n < (isCount ? voterWeights[v] : 1); n++) {
      parts[Math.floor(random() * folds)][v] += isCount ? 1 : voterWeights[v];
    }
  }
  return parts;
}

function asMixture({ components }: MixtureFit, { voterCount }: MixtureData): Mixture {
  return {
    logShares: Float64Array.from(components, ({ share }) => Math.log(share)),
    utilities: components.map(({ utilities }) => utilities),
    memberships: new Float64Array(voterCount * components.length),
  };
}
