import { expect, test } from "vitest";
import { threefry, type Words } from "../src/threefry.ts";

// The test vectors for threefry2x32 with 20 rounds, published by Salmon et al. with Random123.
const answers: [string, number[], number[], string][] = [
  ["zeros", [0, 0], [0, 0], "6b200159 99ba4efe"],
  ["ones", [-1, -1], [-1, -1], "1cb996fc bb002be7"],
  ["digits of pi", [0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3], "c4923a9c 483df7a0"],
];
test.each(answers)("threefry returns the published output for %s", (_, [k0, k1], [c0, c1], expected) => {
  const out: Words = [0, 0];
  threefry(k0, k1, c0, c1, out);
  expect(out.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join(" ")).toBe(expected);
});
