import { afterAll, describe, expect, test, vi } from "vitest";
import { logLikelihoodGradient } from "../../../src/index.ts";
import { compiledWork } from "../../../src/rules/adaptive/compiled-work.ts";
import { errorCases, errorReferences } from "../../fixtures/error-cases.ts";

// Runs the same evaluations without WebAssembly; the other tests of this package use the compiled walk.

const { seed, logLikelihoods } = errorReferences();
const cases = errorCases(seed, logLikelihoods.length);

describe(`without WebAssembly, the rule on ${cases.length} random preferences, seed ${seed}`, async () => {
  vi.stubGlobal("WebAssembly", undefined);
  vi.resetModules();
  const plain = await import("../../../src/index.ts");
  afterAll(() => vi.unstubAllGlobals());

  test("compiles the passes only if WebAssembly is available", () => {
    expect(compiledWork()).toBeUndefined();
    vi.unstubAllGlobals();
    expect(compiledWork()).toBeDefined();
    vi.stubGlobal("WebAssembly", undefined);
  });

  test("the plain passes are as accurate as the WebAssembly passes, and both give the same gradients to 1e-12", () => {
    let accurate = 0;
    for (const [i, { scores, preference }] of cases.entries()) {
      const [high, low] = logLikelihoods[i];
      const { logLikelihood, gradient, error } = plain.logLikelihoodGradient(scores, preference);
      const trueError = Math.abs(logLikelihood - high - low);
      if (trueError <= error) accurate++;
      expect(trueError, `case ${i}`).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(high)));
      vi.unstubAllGlobals();
      const compiled = logLikelihoodGradient(scores, preference).gradient;
      vi.stubGlobal("WebAssembly", undefined);
      const apart = gradient.reduce((largest, g, a) => Math.max(largest, Math.abs(g - compiled[a])), 0);
      expect(apart, `case ${i}`).toBeLessThanOrEqual(1e-12);
    }
    expect(accurate / cases.length).toBeGreaterThanOrEqual(0.999);
  });
});
