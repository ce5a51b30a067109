import { expect, test } from "vitest";
import { type FuzzTarget, fuzz } from "./fuzz.ts";

/** Readers with the share of all inputs that each gets. */
export type FuzzShares = readonly (readonly [share: number, target: FuzzTarget])[];

/** The seed of `npm test`; the slow tests take a fresh one. */
const fixedSeed = 20_775;

/** A test per reader: each of its share of `inputs` changed inputs is read as what it says, or refused. */
export function testFuzzedReaders(targets: FuzzShares, inputs: number): void {
  test.each(sharesOf(targets, inputs))(
    "$name: $inputs changed inputs are read as what they say or refused",
    (share) => {
      const { read, refused } = fuzz(share.target, { inputs: share.inputs, seed: fixedSeed });
      expect(read).toBeGreaterThan(share.inputs / 100);
      expect(refused).toBeGreaterThan(share.inputs / 100);
    },
  );
}

/** The same with a fresh seed, or that of `TIERWISE_FUZZ_SEED`, which is printed; no input may take a second. */
export function testFuzzedReadersLong(targets: FuzzShares, inputs: number): void {
  const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 2 ** 31);
  process.stdout.write(`readers: TIERWISE_FUZZ_SEED=${seed}\n`);
  test.each(sharesOf(targets, inputs))(
    "$name: $inputs changed inputs are read as what they say or refused",
    (share) => {
      const started = performance.now();
      const { read, refused, slowest } = fuzz(share.target, { inputs: share.inputs, seed });
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(
        `${share.name}: ${read} read, ${refused} refused in ${seconds.toFixed(0)} s, ${slowest.toFixed(0)} ms at most\n`,
      );
      expect(Math.min(read, refused)).toBeGreaterThan(share.inputs / 100);
      expect(slowest).toBeLessThan(1000);
    },
  );
}

function sharesOf(targets: FuzzShares, inputs: number): { name: string; target: FuzzTarget; inputs: number }[] {
  return targets.map(([share, target]) => ({ name: target.name, target, inputs: Math.round(share * inputs) }));
}
