import { expect, test } from "vitest";
import { uniformStream } from "../../src/negatives/uniform-stream.ts";

test("numbers in [0, 1) with the mean and variance of a uniform distribution, the same for the same seed", () => {
  const uniform = uniformStream(5);
  const again = uniformStream(5);
  const other = uniformStream(6);
  const count = 100_000;
  let sum = 0;
  let squares = 0;
  let agree = 0;
  for (let i = 0; i < count; i++) {
    const u = uniform();
    if (!(u >= 0 && u < 1 && u === again())) throw new Error(`number ${i} is ${u}`);
    if (u === other()) agree++;
    sum += u;
    squares += (u - 0.5) ** 2;
  }
  // Five standard errors: 1/√12 a number, 1/√180 a squared deviation.
  expect(Math.abs(sum / count - 1 / 2)).toBeLessThan(5 / Math.sqrt(12 * count));
  expect(Math.abs(squares / count - 1 / 12)).toBeLessThan(5 / Math.sqrt(180 * count));
  expect(agree).toBe(0);
});
