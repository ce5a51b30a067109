import { allocate, fillNormal, fillUniform } from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds, kernelsOf } from "../builds.ts";
import { philox, randomWord } from "../reference/philox.ts";

/** The expected outputs published with Random123, the authors' implementation. */
test.each([
  [
    [0, 0, 0, 0],
    [0, 0],
    [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
  ],
  [
    [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
    [0xffffffff, 0xffffffff],
    [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  ],
  [
    [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    [0xa4093822, 0x299f31d0],
    [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  ],
])("the reference generator returns the published output for counter %j", (counter, key, answer) => {
  expect(philox(counter, key)).toEqual(answer);
});

describe.each(builds)("random fills, %s", async (build) => {
  const kernels = await kernelsOf(build);
  const { memory } = kernels;

  test.each([{ seed: 0 }, { seed: 2 ** 53 - 1, stream: 2 ** 32 - 1 }, { seed: 7, stream: 3, start: 2 ** 40 + 3 }])(
    "fillUniform with %j uses the words of the generator",
    (place) => {
      const out = allocate(memory, Float32Array, 71);
      fillUniform(kernels, out, { ...place, low: -1, high: 3 });
      const { seed, stream = 0, start = 0 } = place;
      const words = Float32Array.from(out, (_, i) => -1 + 4 * ((randomWord(seed, stream, start + i) >>> 8) / 2 ** 24));
      expect(out).toEqual(words);
    },
  );

  test("filling an array in parts gives the same numbers as filling it at once", () => {
    const whole = allocate(memory, Float32Array, 103);
    const part = allocate(memory, Float32Array, 40);
    for (const fill of [fillUniform, fillNormal]) {
      fill(kernels, whole, { seed: 5, stream: 1 });
      fill(kernels, part, { seed: 5, stream: 1, start: 61 });
      expect(part).toEqual(whole.subarray(61, 101));
    }
  });

  test("Φ maps the numbers of fillNormal back to the uniform numbers, to seven digits", () => {
    const out = allocate(memory, Float32Array, 20_000);
    fillNormal(kernels, out, { seed: 9 });
    for (let i = 0; i < out.length; i++) {
      const u = (randomWord(9, 0, i) + 0.5) / 2 ** 32;
      const density = Math.exp((-out[i] * out[i]) / 2) / Math.sqrt(2 * Math.PI);
      expect(Math.abs(normalDistribution(out[i]) - u)).toBeLessThan(5e-7 * (Math.abs(out[i]) + 1) * density + 1e-12);
    }
  });

  test("fillNormal returns numbers with the requested mean and deviation", () => {
    const out = allocate(memory, Float32Array, 50_000);
    fillNormal(kernels, out, { seed: 3, mean: 2, deviation: 0.5 });
    const mean = out.reduce((a, b) => a + b, 0) / out.length;
    const variance = out.reduce((a, b) => a + (b - mean) ** 2, 0) / out.length;
    expect(Math.abs(mean - 2)).toBeLessThan((6 * 0.5) / Math.sqrt(out.length));
    expect(Math.abs(variance / 0.25 - 1)).toBeLessThan(6 * Math.sqrt(2 / out.length));
  });
});

/** Φ(x) = ½ + φ(x)(x + x³/3 + x⁵/15 + …), to double precision for |x| < 7. */
function normalDistribution(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
