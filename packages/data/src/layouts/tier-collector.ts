import { preferenceBytes } from "../reading/memory-limit.ts";
import { createNameIndex, type NameIndex } from "../records/name-index.ts";
import { canonicalNames, compareNames } from "./canonical-order.ts";
import type { Reduced, ReducerContext } from "./reducer.ts";

/** Collects observations that are written as tiers. */
export interface TierCollector {
  readonly items: NameIndex;
  /**
   * Adds an observation: tiers of item codes, best first, each item at most once. Equal observations without a user are merged and
   * counted.
   */
  add(tiers: readonly (readonly number[])[], weight: number, user: string | undefined, line: number): void;
  finish(rest: "lowest" | "unobserved"): Reduced;
}

interface Observation {
  readonly tiers: readonly (readonly number[])[];
  readonly user: string | undefined;
  weight: number;
}

/** Creates a collector. The result does not depend on the order in which observations are added. */
export function createTierCollector(context: ReducerContext): TierCollector {
  const items = createNameIndex({
    memory: context.memory,
    file: () => context.file,
    ...(context.itemNames && { names: context.itemNames }),
  });
  const anonymous = new Map<string, Observation>();
  const named: Observation[] = [];
  return {
    items,
    add(tiers, weight, user, line) {
      const filled = tiers.filter((tier) => tier.length > 0);
      if (user !== undefined) {
        context.memory.take(preferenceBytes(filled.length, filled.flat().length) + 2 * user.length, line);
        named.push({ tiers: filled, user, weight });
        return;
      }
      const key = filled.map((tier) => tier.toSorted((a, b) => a - b).join(" ")).join("|");
      const known = anonymous.get(key);
      if (known !== undefined) {
        known.weight += weight;
        return;
      }
      context.memory.take(preferenceBytes(filled.length, filled.flat().length) + 2 * key.length, line);
      anonymous.set(key, { tiers: filled, user, weight });
    },
    finish(rest) {
      const { names, order } = canonicalNames(items.names, { fixed: context.itemNames?.length });
      const all = [...named, ...anonymous.values()]
        .filter(({ weight }) => weight > 0)
        .map(({ tiers, user, weight }) => ({
          tiers: tiers.map((tier) => Int32Array.from(tier, (item) => order[item]).sort()),
          user,
          weight,
        }));
      const keyOf = (tiers: readonly Int32Array[]): string => tiers.map((tier) => tier.join(" ")).join("|");
      all.sort(
        (one, other) =>
          compareNames(one.user ?? "", other.user ?? "") || compareText(keyOf(one.tiers), keyOf(other.tiers)),
      );
      return {
        itemNames: names,
        preferences: all.map(({ tiers }) => ({ tiers, rest })),
        weights: Float64Array.from(all, ({ weight }) => weight),
        ...(named.length > 0 && { users: all.map(({ user }) => user ?? "") }),
      };
    },
  };
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
