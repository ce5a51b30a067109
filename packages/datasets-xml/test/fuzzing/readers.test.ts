import { fuzz } from "@tierwise/testing";
import { expect, test } from "vitest";
import { shares } from "./targets.ts";

/** The slow tests take a fresh one. */
const seed = 20_775;

test.each(shares(20_000))("$name: $inputs changed inputs are read as what they say or refused", (share) => {
  const { read, refused } = fuzz(share.target, { inputs: share.inputs, seed });
  expect(read).toBeGreaterThan(share.inputs / 100);
  expect(refused).toBeGreaterThan(share.inputs / 100);
});
