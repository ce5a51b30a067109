import fc from "fast-check";
import { expect, test } from "vitest";
import { createHybridRuns } from "../../../src/records/parquet/hybrid-runs.ts";

/** A run of one repeated value, or a group of packed values. */
type Run = { readonly repeated: number; readonly times: number } | { readonly packed: readonly number[] };

/** Encodes runs as the Parquet specification describes them, bit by bit. */
function encode(runs: readonly Run[], width: number): number[] {
  const bytes: number[] = [];
  const varint = (value: number): void => {
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      bytes.push(rest < 128 ? rest : (rest % 128) + 128);
      if (rest < 128) return;
    }
  };
  for (const run of runs) {
    if ("times" in run) {
      varint(2 * run.times);
      for (let k = 0; k < width; k += 8) bytes.push(Math.floor(run.repeated / 2 ** k) % 256);
      continue;
    }
    varint(2 * (run.packed.length / 8) + 1);
    const bits = run.packed.flatMap((value) => Array.from({ length: width }, (_, k) => Math.floor(value / 2 ** k) % 2));
    for (let at = 0; at < bits.length; at += 8)
      bytes.push(bits.slice(at, at + 8).reduce((byte, bit, k) => byte + bit * 2 ** k, 0));
  }
  return bytes;
}

const problems = fc.integer({ min: 1, max: 32 }).chain((width) => {
  const value = fc.integer({ min: 0, max: 2 ** width - 1 });
  const repeated = fc.record({ repeated: value, times: fc.integer({ min: 1, max: 300 }) });
  const packed = fc
    .integer({ min: 1, max: 20 })
    .chain((groups) => fc.record({ packed: fc.array(value, { minLength: 8 * groups, maxLength: 8 * groups }) }));
  return fc.record({
    width: fc.constant(width),
    runs: fc.array(fc.oneof<fc.Arbitrary<Run>[]>(repeated, packed), { minLength: 1, maxLength: 8 }),
    piece: fc.integer({ min: 1, max: 50 }),
  });
});

test("reads repeated and packed runs of every width, in pieces of any size", () => {
  fc.assert(
    fc.property(problems, ({ width, runs, piece }) => {
      const values = runs.flatMap((run) => ("times" in run ? Array(run.times).fill(run.repeated) : run.packed));
      const bytes = Uint8Array.from(encode(runs, width));
      const read = createHybridRuns(bytes, 0, bytes.length, width);
      const out = new Int32Array(piece);
      const found: number[] = [];
      while (found.length < values.length) {
        const count = Math.min(piece, values.length - found.length);
        read(out, count);
        found.push(...out.subarray(0, count));
      }
      expect(found).toEqual(values.map((value) => value | 0));
    }),
  );
});

test.each<[string, number[], RegExp]>([
  ["a page that ends before its values", [], /the run at byte 0 of a page is damaged/],
  ["a run of more bytes than the page has", [0b111, 1], /a run of length 24 is longer than its page/],
  ["a length that does not end", [255, 255, 255, 255, 255, 255], /is damaged/],
])("rejects %s", (_, bytes, message) => {
  const read = createHybridRuns(Uint8Array.from(bytes), 0, bytes.length, 3);
  expect(() => read(new Int32Array(20), 20)).toThrow(message);
});
