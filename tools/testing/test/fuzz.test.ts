import { expect, test } from "vitest";
import { type FuzzTarget, fuzz, randomPieces, seededRandom } from "../src/index.ts";

const target = (read: FuzzTarget["read"]): FuzzTarget => ({ name: "digits", corpus: ["12\n", "345\n"], read });

test("`fuzz` tries the corpus, then mutations that depend only on the seed", () => {
  const inputs: string[][] = [1, 1, 2].map((seed) => {
    const seen: string[] = [];
    const read = (input: Uint8Array): "read" => {
      seen.push(Buffer.from(input).toString("latin1"));
      return "read";
    };
    expect(fuzz(target(read), { inputs: 200, seed })).toMatchObject({ read: 200, refused: 0 });
    return seen;
  });
  expect(inputs[0].slice(0, 2)).toEqual(["12\n", "345\n"]);
  expect(inputs[1]).toEqual(inputs[0]);
  expect(inputs[2]).not.toEqual(inputs[0]);
  expect(new Set(inputs[0]).size).toBeGreaterThan(150);
});

test("`fuzz` finds an input that breaks a reader, and reports the input and the seed", () => {
  const read = (input: Uint8Array): "read" => {
    if (input.includes(0xff)) throw new TypeError("broken");
    return "read";
  };
  expect(() => fuzz(target(read), { inputs: 2000, seed: 7 })).toThrow(
    /^digits, seed 7, input \d+, as Latin-1 ".*ÿ.*: broken$/,
  );
});

test("concatenating the pieces from randomPieces gives the input", () => {
  const whole = Uint8Array.from({ length: 50 }, (_, i) => i);
  const random = seededRandom(3);
  for (let round = 0; round < 50; round++) {
    expect([...randomPieces(whole, random)].flatMap((piece) => [...piece])).toEqual([...whole]);
  }
});
