import { expect, test } from "vitest";
import { readVectors, type VectorSets, vectorNames } from "../src/index.ts";

test.each(vectorNames)("%s has cases with distinct ids, and formulas", (name) => {
  const { cases, formulas, about } = readVectors(name);
  const ids = (Array.isArray(cases) ? cases : Object.values(cases).flat()).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(formulas).length).toBeGreaterThan(0);
  expect(about).toMatch(/\.$/);
});

test("values become numbers, and other strings stay strings", () => {
  const { cases } = readVectors("likelihood");
  expect(cases.every(({ id, logLikelihood }) => typeof id === "string" && typeof logLikelihood === "number")).toBe(
    true,
  );
});

test("an unknown name is rejected with a list of the known names", () => {
  const name = "likelihoods" as keyof VectorSets;
  expect(() => readVectors(name)).toThrow(
    'name is "likelihoods"; expected one of likelihood, losses, metrics, aggregation, rank-marginals',
  );
});
