import { expect, test } from "vitest";
import { type FuzzTarget, fuzz } from "./fuzz.ts";

/** The readers to test, each with the share of the inputs that it gets. */
export type FuzzShares = readonly (readonly [share: number, target: FuzzTarget])[];

/** The seed that `npm test` uses; the slow tests draw a new seed. */
const fixedSeed = 20_775;

/** Defines one test per reader, which must read each of its mutated inputs correctly or reject it. */
export function testFuzzedReaders(targets: FuzzShares, inputs: number): void {
  test.each(sharesOf(targets, inputs))("$name reads $inputs mutated inputs correctly or rejects them", (share) => {
    const { read, refused } = fuzz(share.target, { inputs: share.inputs, seed: fixedSeed });
    expect(read).toBeGreaterThan(share.inputs / 100);
    expect(refused).toBeGreaterThan(share.inputs / 100);
  });
}

/** Like `testFuzzedReaders`, but prints its seed, `TIERWISE_FUZZ_SEED` or a new one. No input may take more than a second. */
export function testFuzzedReadersLong(targets: FuzzShares, inputs: number): void {
  const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 2 ** 31);
  process.stdout.write(`readers: TIERWISE_FUZZ_SEED=${seed}\n`);
  test.each(sharesOf(targets, inputs))("$name reads $inputs mutated inputs correctly or rejects them", (share) => {
    const started = performance.now();
    const { read, refused, slowest } = fuzz(share.target, { inputs: share.inputs, seed });
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(
      `${share.name}: ${read} read, ${refused} refused in ${seconds.toFixed(0)} s, ${slowest.toFixed(0)} ms at most\n`,
    );
    expect(Math.min(read, refused)).toBeGreaterThan(share.inputs / 100);
    expect(slowest).toBeLessThan(1000);
  });
}

function sharesOf(targets: FuzzShares, inputs: number): { name: string; target: FuzzTarget; inputs: number }[] {
  return targets.map(([share, target]) => ({ name: target.name, target, inputs: Math.round(share * inputs) }));
}
