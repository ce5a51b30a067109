import { fuzz } from "@tierwise/testing";
import { expect, test } from "vitest";
import { shares } from "./targets.ts";

// The command line's readers get the other 60 000 of a million.
const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 2 ** 31);
process.stdout.write(`readers: TIERWISE_FUZZ_SEED=${seed}\n`);

test.each(shares(940_000))("$name: $inputs changed inputs are read as what they say or refused", (share) => {
  const started = performance.now();
  const { read, refused, slowest } = fuzz(share.target, { inputs: share.inputs, seed });
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${share.name}: ${read} read, ${refused} refused in ${seconds.toFixed(0)} s, ${slowest.toFixed(0)} ms at most\n`,
  );
  expect(Math.min(read, refused)).toBeGreaterThan(share.inputs / 100);
  expect(slowest).toBeLessThan(1000);
});
