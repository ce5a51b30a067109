import {
  allocate,
  axpy,
  createKernelMemory,
  createKernels,
  gemmNN,
  loadKernelModule,
  matrix,
  relu,
} from "@tierwise/kernels";
import { expect, test } from "vitest";

test("`allocate` returns zeroed arrays that start on cache lines and do not overlap", () => {
  const memory = createKernelMemory({ bytes: 10_000 });
  const bytes = allocate(memory, Uint8Array, 3).fill(1);
  const floats = allocate(memory, Float32Array, 17).fill(2);
  const doubles = allocate(memory, Float64Array, 1);
  const none = allocate(memory, Int32Array, 0);
  for (const { byteOffset } of [bytes, floats, doubles, none]) expect(byteOffset % 64).toBe(0);
  expect(floats.byteOffset).toBe(bytes.byteOffset + 64);
  expect(doubles.byteOffset).toBe(floats.byteOffset + 128);
  expect(doubles[0]).toBe(0);
  expect(none.length).toBe(0);
});

test("`allocate` reports how much memory is left if an array does not fit", () => {
  const memory = createKernelMemory({ bytes: 100 });
  expect(() => allocate(memory, Float64Array, 2 ** 24)).toThrow(
    /^length is 16777216, which takes 134217728 bytes; the memory has \d+ bytes left$/,
  );
  expect(() => allocate(memory, Float32Array, -1)).toThrow("length is -1; expected a nonnegative integer");
});

test("createKernelMemory rejects more bytes than a memory can hold", () => {
  expect(() => createKernelMemory({ bytes: 2 ** 32 })).toThrow("bytes is 4294967296; expected a number from 0 to");
  expect(() => createKernelMemory({ bytes: Number.NaN })).toThrow("bytes is NaN");
});

test("kernels accept addresses beyond 2 GiB", async () => {
  const memory = createKernelMemory({ bytes: 3.5 * 2 ** 30 });
  const kernels = createKernels(await loadKernelModule(), memory);
  allocate(memory, Uint8Array, 3 * 2 ** 30);
  const x = allocate(memory, Float32Array, 5);
  const y = allocate(memory, Float32Array, 5);
  expect(x.byteOffset).toBeGreaterThan(3 * 2 ** 30);
  x.set([1, -2, 3, -4, 5]);
  relu(kernels, x);
  axpy(kernels, y, 2, x);
  expect([...y]).toEqual([2, 0, 6, 0, 10]);
  const out = matrix(allocate(memory, Float32Array, 1), 1, 1);
  gemmNN(kernels, out, matrix(x, 1, 5), matrix(y, 5, 1));
  expect(out.data[0]).toBe(1 * 2 + 3 * 6 + 5 * 10);
});

test("createKernelMemory can create the largest memory that WebAssembly allows", () => {
  const before = process.memoryUsage.rss();
  const memory = createKernelMemory({ bytes: 2 ** 32 - 2 * 2 ** 16 - 2 ** 24 });
  expect(memory.buffer.byteLength).toBe(2 ** 32 - 2 ** 16);
  expect(process.memoryUsage.rss() - before).toBeLessThan(2 ** 26);
});

test("arrays stay usable after another library's memory grows, although every shared memory then has a new buffer object", async () => {
  const module = await loadKernelModule();
  const memory = createKernelMemory({ bytes: 1000 });
  const x = allocate(memory, Float32Array, 3);
  x.set([1, -2, 3]);
  const early = createKernels(module, memory);
  const elsewhere = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
  elsewhere.grow(1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const late = createKernels(module, memory);
  const y = allocate(memory, Float32Array, 3);
  relu(late, x);
  axpy(early, y, 2, x);
  expect([...y]).toEqual([2, 0, 6]);
  const other = allocate(createKernelMemory({ bytes: 1000 }), Float32Array, 3);
  expect(() => relu(late, other)).toThrow("x is not in the kernels' memory");
});
