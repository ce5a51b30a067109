import { describe, expect, test, vi } from "vitest";
import { logLikelihoodGradient } from "../../../src/index.ts";
import { compiledWork } from "../../../src/rules/adaptive/compiled-work.ts";
import { errorCases, errorReferences } from "../../fixtures/error-cases.ts";

const { seed, logLikelihoods } = errorReferences();
const cases = errorCases(seed, logLikelihoods.length);

/** WebAssembly in which the first module, the one with relaxed SIMD, does not compile. */
function withoutRelaxed(): typeof WebAssembly {
  let modules = 0;
  class Module extends WebAssembly.Module {
    constructor(bytes: BufferSource) {
      if (modules++ === 0) throw new WebAssembly.CompileError("no relaxed SIMD");
      super(bytes);
    }
  }
  return { ...WebAssembly, Instance: WebAssembly.Instance, Module };
}

describe("with WebAssembly but without relaxed SIMD", async () => {
  vi.stubGlobal("WebAssembly", withoutRelaxed());
  vi.resetModules();
  const passes = await import("../../../src/index.ts");
  const { tierWork } = await import("../../../src/rules/adaptive/compiled-work.ts");
  const work = tierWork();
  vi.unstubAllGlobals();

  test("the passes are compiled and the walk is in TypeScript", () => {
    expect(work.observation).toBeUndefined();
    expect(work.log.buffer.byteLength).toBeGreaterThan(1e6);
    expect(compiledWork()?.observation).toBeDefined();
  });

  test("the gradients agree with the compiled walk to 1e-12", () => {
    for (const [i, { scores, preference }] of cases.slice(0, 2000).entries()) {
      const { logLikelihood, gradient } = passes.logLikelihoodGradient(scores, preference);
      const compiled = logLikelihoodGradient(scores, preference);
      const size = Math.max(1, Math.abs(logLikelihood));
      expect(Math.abs(logLikelihood - compiled.logLikelihood), `case ${i}`).toBeLessThanOrEqual(1e-12 * size);
      const apart = gradient.reduce((largest, g, a) => Math.max(largest, Math.abs(g - compiled.gradient[a])), 0);
      expect(apart, `case ${i}`).toBeLessThanOrEqual(1e-12);
    }
  });
});
