import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { logLikelihood, logLikelihoodGradient, type Preference, tierAbove } from "../src/index.ts";

// Fixtures with 50 digits, written by fixtures/generate-likelihood-references.py.

interface LikelihoodReference {
  readonly name: string;
  readonly scores: number[];
  readonly tiers: number[][];
  readonly rest: Preference["rest"];
  readonly logLikelihood: string;
  readonly gradient: string[];
}

interface TierReference {
  readonly name: string;
  readonly top: number[];
  readonly restLogSumExp: number;
  readonly logProbability: string;
  readonly gradient: string[];
  readonly restGradient: string;
}

function fixture<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")) as T[];
}

function named<T extends { name: string }>(references: T[]): [string, T][] {
  return references.map((reference) => [reference.name, reference]);
}

/** Largest |a − b| over max(1, largest |b|). */
function distance(actual: ArrayLike<number>, expected: readonly string[]): number {
  let largest = 1;
  let apart = 0;
  for (const [i, digits] of expected.entries()) {
    largest = Math.max(largest, Math.abs(Number(digits)));
    apart = Math.max(apart, Math.abs(actual[i] - Number(digits)));
  }
  return apart / largest;
}

describe("log-likelihood and gradient agree with 50 digits", () => {
  test.each(named(fixture<LikelihoodReference>("likelihood-references.json")))("%s", (_, reference) => {
    const preference: Preference = { tiers: reference.tiers, rest: reference.rest ?? "lowest" };
    const expected = Number(reference.logLikelihood);
    const { logLikelihood: value, gradient, error } = logLikelihoodGradient(reference.scores, preference);
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(error);
    expect(distance(gradient, reference.gradient)).toBeLessThanOrEqual(1e-12);
    expect(logLikelihood(reference.scores, preference)).toBe(value);
  });
});

describe("the kernel agrees with 50 digits", () => {
  test.each(named(fixture<TierReference>("tier-above-references.json")))("%s", (_, reference) => {
    const gradient = new Float64Array(reference.top.length);
    const result = tierAbove(reference.top, reference.restLogSumExp, gradient);
    const expected = Number(reference.logProbability);
    expect(Math.abs(result.logProbability - expected)).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(expected)));
    expect(Math.abs(result.logProbability - expected)).toBeLessThanOrEqual(result.error);
    expect(distance(gradient, reference.gradient)).toBeLessThanOrEqual(1e-13);
    expect(distance([result.restGradient], [reference.restGradient])).toBeLessThanOrEqual(1e-13);
  });
});
