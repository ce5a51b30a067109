import { fuzz } from "@tierwise/testing";
import { expect, test } from "vitest";
import { shares } from "./fuzzing-targets.ts";

/** The slow tests take a fresh one. */
const seed = 20_775;

test.each(shares(5000))("$name: $inputs changed inputs are read as what they say or refused", (share) => {
  const { read, refused } = fuzz(share.target, { inputs: share.inputs, seed });
  expect(Math.min(read, refused)).toBeGreaterThan(share.inputs / 100);
});
