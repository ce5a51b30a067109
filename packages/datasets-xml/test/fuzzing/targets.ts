import type { FuzzTarget } from "@tierwise/testing";
import { tierTargets } from "./tier-targets.ts";
import { pairTarget, xmlTarget } from "./xml-targets.ts";

/** Every reader of this package, with its share of all inputs. */
const targets = [[0.25, xmlTarget] as const, [0.12, pairTarget] as const, ...tierTargets];

/** The readers with the number of inputs that each gets of so many in all. */
export function shares(inputs: number): { name: string; target: FuzzTarget; inputs: number }[] {
  return targets.map(([share, target]) => ({ name: target.name, target, inputs: Math.round(share * inputs) }));
}
