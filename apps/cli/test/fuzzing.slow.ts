import { fuzz } from "@tierwise/testing";
import { expect, test } from "vitest";
import { shares } from "./fuzzing-targets.ts";

const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 2 ** 31);
process.stdout.write(`readers of the command line: TIERWISE_FUZZ_SEED=${seed}\n`);

test.each(shares(60_000))("$name: $inputs changed inputs are read as what they say or refused", (share) => {
  const { read, refused, slowest } = fuzz(share.target, { inputs: share.inputs, seed });
  process.stdout.write(`${share.name}: ${read} read, ${refused} refused, ${slowest.toFixed(0)} ms at most\n`);
  expect(Math.min(read, refused)).toBeGreaterThan(share.inputs / 100);
  expect(slowest).toBeLessThan(1000);
});
