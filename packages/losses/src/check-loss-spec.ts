import { createRule } from "@tierwise/core-integrator";
import { lossNames } from "./catalog.ts";
import type { LossSpec, NegativesSpec } from "./loss/loss-spec.ts";
import { checkNegativesSpec } from "./negatives/negative-sampling.ts";

const options: readonly (keyof LossSpec)[] = ["name", "rule", "maxTier", "negatives"];
const negativesOptions: readonly (keyof NegativesSpec)[] = ["count", "by", "seed"];

/**
 * Throws unless {@link createLoss} can create a loss from the spec; the message names the offending value.
 *
 * @param spec - The spec to check.
 * @throws TypeError if it is not an object, RangeError if a value is invalid.
 *
 * @example
 * ```ts
 * import { checkLossSpec } from "@tierwise/losses";
 *
 * try {
 *   checkLossSpec({ name: "ranknet", negatives: { count: 0 } });
 * } catch (error) {
 *   console.log((error as Error).message); // loss.negatives.count is 0; expected an integer of at least 1
 * }
 * ```
 */
export function checkLossSpec(spec: LossSpec): void {
  if (typeof spec !== "object" || spec === null) {
    throw new TypeError(`loss is ${String(spec)}; expected a name, a spec or a loss`);
  }
  const { name, rule, maxTier, negatives } = spec;
  if (!lossNames.includes(name)) {
    throw new RangeError(`loss is ${JSON.stringify(name)}; expected one of ${lossNames.join(", ")}`);
  }
  checkKeys(spec, "loss", options);
  if (rule !== undefined && name !== "pl-partition") {
    throw new RangeError(`loss.rule is given for ${name}; only pl-partition integrates`);
  }
  if (rule !== undefined) createRule(rule, "loss.rule");
  if (maxTier !== undefined && name !== "pl-partition") {
    throw new RangeError(`loss.maxTier is given for ${name}; only pl-partition can omit terms`);
  }
  if (maxTier !== undefined && !(maxTier >= 1)) {
    throw new RangeError(`loss.maxTier is ${maxTier}; expected a number of at least 1`);
  }
  if (negatives !== undefined) checkNegatives(negatives);
}

function checkNegatives(negatives: NegativesSpec): void {
  if (typeof negatives !== "object" || negatives === null) {
    throw new TypeError(`loss.negatives is ${String(negatives)}; expected an object such as { count: 100 }`);
  }
  checkKeys(negatives, "loss.negatives", negativesOptions);
  checkNegativesSpec(negatives, "loss.negatives");
}

/** Throws if an object has a property that would be ignored. */
function checkKeys(object: object, name: string, expected: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!expected.includes(key)) {
      throw new RangeError(`${name}.${key} is not part of a spec; expected ${expected.join(", ")}`);
    }
  }
}
