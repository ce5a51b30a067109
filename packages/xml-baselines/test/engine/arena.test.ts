import { createKernelMemory } from "@tierwise/kernels";
import { expect, test } from "vitest";
import { createArena } from "../../src/engine/arena.ts";

test("an arena zeroes and reuses released memory, and its arrays do not overlap", () => {
  const arena = createArena(createKernelMemory({ bytes: 4096 }), 1024);
  const kept = arena.floats(3).fill(1);
  const mark = arena.mark();
  const first = arena.doubles(20).fill(7);
  arena.release(mark);
  const again = arena.ints(60);
  expect(again.byteOffset).toBe(first.byteOffset);
  expect(again.every((value) => value === 0)).toBe(true);
  again.fill(9);
  expect(arena.matrix(2, 2)).toMatchObject({ rows: 2, columns: 2, stride: 2, data: new Float32Array(4) });
  expect(Array.from(kept)).toEqual([1, 1, 1]);
});

test("an arena rejects an array that does not fit, and the error contains the number of bytes needed", () => {
  const arena = createArena(createKernelMemory({ bytes: 4096 }), 1024);
  arena.floats(16);
  expect(() => arena.floats(241)).toThrow("training needs 1088 bytes of memory; 1024 were allocated");
  expect(arena.floats(240).length).toBe(240);
});
