import { loadKernelModule, loadKernelModuleSync, widenProducts } from "@tierwise/kernels";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("modules are narrow until somebody asks", async () => {
  expect(loadKernelModuleSync().wide).toBe(false);
  expect((await loadKernelModule()).wide).toBe(false);
  expect((await loadKernelModule({ wide: true })).wide).toBe(true);
});

test("says what it found, and modules follow", async () => {
  const { wide, reason } = widenProducts();
  expect(reason).toMatch(wide ? /^products are in 256-bit vectors, \d\.\d times as fast$/ : /^products are in 128-bit/);
  expect(loadKernelModuleSync().wide).toBe(wide);
  expect((await loadKernelModule()).wide).toBe(wide);
  expect((await loadKernelModule({ wide: !wide })).wide).toBe(!wide);
});

test("keeps to 128 bits on a V8 that does not find the pairs", () => {
  vi.stubGlobal("process", { ...process, version: "v22.1.0", versions: { ...process.versions, v8: "12.4.254" } });
  expect(widenProducts()).toEqual({
    wide: false,
    reason: "products are in 128-bit vectors: wider ones need Node 24 or later, this is v22.1.0",
  });
});
