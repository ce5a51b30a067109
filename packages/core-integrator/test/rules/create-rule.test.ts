import { describe, expect, test } from "vitest";
import {
  adaptive,
  createRule,
  exact,
  logLikelihoodGradient,
  midpoint,
  type Rule,
  type RuleSpec,
} from "../../src/index.ts";

const scores = Array.from({ length: 40 }, (_, i) => Math.sin(7 * i));
const preference = { tiers: [Array.from({ length: 15 }, (_, i) => i), [20, 21]] };
const values = (rule: Rule) => logLikelihoodGradient(scores, preference, { rule });

describe("rule specs", () => {
  test.each<[string, Rule, RuleSpec]>([
    ["adaptive()", adaptive(), { name: "adaptive" }],
    ["adaptive with a tolerance", adaptive({ tolerance: 1e-3 }), { name: "adaptive", tolerance: 1e-3 }],
    ["exact()", exact(), { name: "exact" }],
    ["midpoint with T and c", midpoint({ intervals: 50, shift: 4 }), { name: "midpoint", intervals: 50, shift: 4 }],
    [
      "midpoint with all options",
      midpoint({ intervals: 50, shift: 4, center: "none", negligible: 1e-9 }),
      { name: "midpoint", intervals: 50, shift: 4, center: "none", negligible: 1e-9 },
    ],
  ])("the spec of %s contains the given options and rebuilds the rule from JSON", (_, rule, spec) => {
    expect(rule.spec).toStrictEqual(spec);
    const rebuilt = createRule(JSON.parse(JSON.stringify(rule.spec)));
    expect(rebuilt.spec).toStrictEqual(spec);
    expect(values(rebuilt)).toEqual(values(rule));
  });

  test("an invalid spec is rejected with a message that says what was expected", () => {
    expect(() => createRule("adaptive" as never)).toThrow(
      'rule is adaptive; expected an object such as { name: "adaptive" }',
    );
    expect(() => createRule({ name: "simpson" } as never, "loss.rule")).toThrow(
      'loss.rule.name is "simpson"; expected "adaptive", "midpoint" or "exact"',
    );
    expect(() => createRule({ name: "midpoint", intervals: 0, shift: 5 })).toThrow("intervals is 0");
  });
});
