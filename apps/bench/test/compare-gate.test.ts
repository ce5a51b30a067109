import { expect, test } from "vitest";
import { type Baseline, compareGate, gatedClaims, isRegression, keepBetter } from "../src/gate/compare-gate.ts";

const baseline: Baseline = {
  tolerance: 0.4,
  claims: {
    "s: cost": { ratio: 2, better: "lower" },
    "s: speed": { ratio: 7, better: "higher" },
  },
};

/** The verdict on one claim when the other claim equals its stored ratio. */
function verdictOf(name: "s: cost" | "s: speed", ratio: number): string {
  const run = { ...baseline.claims, [name]: { ...baseline.claims[name], ratio } };
  return compareGate(baseline, run).find((one) => one.name === name)?.verdict ?? "";
}

test("the gate accepts a cost of at most 1.4 times the stored ratio, and a speed of at least 1/1.4 times the stored ratio", () => {
  expect([2, 2.8, 2.81, 1.5, 1.4].map((ratio) => verdictOf("s: cost", ratio))).toEqual([
    "held",
    "held",
    "worse",
    "held",
    "better",
  ]);
  expect([7, 5, 4.99, 9.7, 9.9].map((ratio) => verdictOf("s: speed", ratio))).toEqual([
    "held",
    "held",
    "worse",
    "held",
    "better",
  ]);
});

test("the gate counts a ratio that is not a positive number as worse", () => {
  for (const ratio of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]) expect(verdictOf("s: cost", ratio)).toBe("worse");
  for (const ratio of [Number.NaN, 0, -1]) expect(verdictOf("s: speed", ratio)).toBe("worse");
});

test("the gate fails if a claim is missing from the run, but not if it is missing from the baseline", () => {
  const run = { "s: cost": baseline.claims["s: cost"], "s: other": { ratio: 3, better: "lower" as const } };
  const found = compareGate(baseline, run);
  expect(found.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["s: cost", "held"],
    ["s: speed", "missing"],
    ["s: other", "new"],
  ]);
  expect(found.map(isRegression)).toEqual([false, true, false]);
});

test("the gate reports only worse ratios as regressions", () => {
  const run = { "s: cost": { ratio: 1, better: "lower" }, "s: speed": { ratio: 1, better: "higher" } } as const;
  expect(compareGate(baseline, run).map((one) => [one.verdict, isRegression(one)])).toEqual([
    ["better", false],
    ["worse", true],
  ]);
});

test("the tolerance of a claim overrides the tolerance of the file", () => {
  const entry = { ratio: 2, better: "lower", tolerance: 1 } as const;
  const [found] = compareGate({ tolerance: 0.4, claims: { a: entry } }, { a: { ...entry, ratio: 3.9 } });
  expect(found).toMatchObject({ verdict: "held", worse: 1.95, tolerance: 1 });
});

test("the gate takes the direction and the tolerance of a claim from the baseline, not from the run", () => {
  const run = { ...baseline.claims, "s: cost": { ratio: 20, better: "higher", tolerance: 99 } as const };
  expect(compareGate(baseline, run)[0].verdict).toBe("worse");
});

test("only claims that have a gate are compared, and their names start with the name of the suite", () => {
  const claims = [
    { what: "steady", figure: 1.5, gate: { better: "lower", tolerance: 0.6 } as const },
    { what: "noisy", figure: 3 },
  ];
  expect(gatedClaims("s", claims)).toEqual({ "s: steady": { ratio: 1.5, better: "lower", tolerance: 0.6 } });
});

test("the better of two measurements is kept, whether lower or higher is better, and NaN is never kept", () => {
  const first = { a: { ratio: 2, better: "lower" }, b: { ratio: 2, better: "higher" } } as const;
  const second = { a: { ratio: 3, better: "lower" }, b: { ratio: 3, better: "higher" } } as const;
  expect(keepBetter(first, second)).toEqual({ a: first.a, b: second.b });
  expect(keepBetter(second, first)).toEqual({ a: first.a, b: second.b });
  const broken = { a: { ratio: Number.NaN, better: "lower" } } as const;
  expect(keepBetter(broken, first)["a"].ratio).toBe(2);
  expect(keepBetter(first, broken)["a"].ratio).toBe(2);
});
