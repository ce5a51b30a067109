import { allocate, createKernelMemory, createKernels, loadKernelModule, scale } from "@tierwise/kernels";
import { expect, test } from "vitest";

test("kernels that share a memory never share scratch memory", async () => {
  const memory = createKernelMemory({ bytes: 0 });
  const module = await loadKernelModule();
  const places = Array.from({ length: 64 }, () => createKernels(module, memory).scratch);
  expect(new Set(places).size).toBe(64);
});

test("loadKernelModule accepts bytes and the name of a build", async () => {
  const { readFile } = await import("node:fs/promises");
  const bytes = await readFile(new URL("../../dist/build/simd.wasm", import.meta.url));
  const module = await loadKernelModule({ kernelBuild: "simd", bytes });
  const kernels = createKernels(module, createKernelMemory({ bytes: 100 }));
  expect(kernels.kernelBuild).toBe("simd");
  const x = allocate(kernels.memory, Float32Array, 1).fill(3);
  scale(kernels, x, 2);
  expect(x[0]).toBe(6);
  const unknown = "sse2" as "simd";
  await expect(loadKernelModule({ kernelBuild: unknown })).rejects.toThrow('kernelBuild is sse2; expected "simd" or');
});
