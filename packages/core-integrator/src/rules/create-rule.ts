import { adaptive } from "./adaptive.ts";
import { exact } from "./exact.ts";
import { midpoint } from "./midpoint.ts";
import type { Rule } from "./rule.ts";
import type { RuleSpec } from "./rule-spec.ts";

/**
 * Creates the rule that a spec describes: `createRule(rule.spec)` equals `rule`, on any thread and in any process.
 *
 * @param spec - The name of a rule and its options, as JSON.
 * @param name - The name of the spec in error messages. Default: `rule`.
 *
 * @example
 * ```ts
 * import { adaptive, createRule, logLikelihood } from "@tierwise/core-integrator";
 *
 * const json = JSON.stringify(adaptive({ tolerance: 1e-6 }).spec);
 * console.log(json); // {"name":"adaptive","tolerance":0.000001}
 * const rule = createRule(JSON.parse(json));
 * console.log(logLikelihood([2, 1, 0, -1], { tiers: [[0, 1]] }, { rule }).toFixed(5)); // -0.46484
 * ```
 */
export function createRule(spec: RuleSpec, name = "rule"): Rule {
  if (typeof spec !== "object" || spec === null) {
    throw new TypeError(`${name} is ${String(spec)}; expected an object such as { name: "adaptive" }`);
  }
  switch (spec.name) {
    case "adaptive":
      return adaptive(spec);
    case "midpoint":
      return midpoint(spec);
    case "exact":
      return exact();
    default:
      throw new RangeError(
        `${name}.name is ${JSON.stringify(spec["name"])}; expected "adaptive", "midpoint" or "exact"`,
      );
  }
}
