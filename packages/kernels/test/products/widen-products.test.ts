import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { loadKernelModule, loadKernelModuleSync, widenProducts } from "@tierwise/kernels";
import { expect, test } from "vitest";
import { judge, nodeObstacle } from "../../src/products/widen-products.ts";

test("modules use narrow tiles by default", async () => {
  expect(loadKernelModuleSync().wide).toBe(false);
  expect((await loadKernelModule()).wide).toBe(false);
  expect((await loadKernelModule({ wide: true })).wide).toBe(true);
});

test("widenProducts gives a reason and sets the default for modules loaded later", async () => {
  const { wide, reason } = widenProducts();
  expect(reason).toMatch(
    wide ? /^Products use 256-bit vectors, \d\.\d times as fast as 128-bit vectors\.$/ : /^Products use 128-bit/,
  );
  expect(loadKernelModuleSync().wide).toBe(wide);
  expect((await loadKernelModule()).wide).toBe(wide);
  expect((await loadKernelModule({ wide: !wide })).wide).toBe(!wide);
});

const optimized = { same: true, milliseconds: 0.2 };
const outcomes = [
  [{ same: true, milliseconds: 0.1 }, true, "Products use 256-bit vectors, 2.0 times as fast as 128-bit vectors."],
  [
    { same: true, milliseconds: 0.25 },
    false,
    "wider vectors were 0.8 times as fast as 128-bit vectors on this processor.",
  ],
  [{ same: false, milliseconds: 0.1 }, false, "V8 computed wrong results with wider vectors."],
  [{ same: true, milliseconds: undefined }, false, "V8 did not optimize the code during the trial of wider vectors."],
] as const;
test.each(outcomes)("if the trial of wide tiles returns %j, `judge` sets `wide` to %s", (outcome, wide, reason) => {
  expect(judge(optimized, outcome)).toEqual({ wide, reason: expect.stringContaining(reason) });
});

const linux = {
  arch: "x64",
  platform: "linux",
  version: "v24.1.0",
  versions: { ...process.versions, v8: "13.6.233" },
} as const;
const machines = [
  [linux, undefined],
  [{ ...linux, platform: "win32" }, undefined],
  [{ ...linux, arch: "arm64" }, "V8 has no wider vectors on linux arm64"],
  [{ ...linux, platform: "darwin" }, "V8 has no wider vectors on darwin x64"],
  [
    { ...linux, version: "v22.1.0", versions: { ...process.versions, v8: "12.4.254" } },
    "wider vectors need Node 24 or later, and this is v22.1.0",
  ],
] as const;
test.each(machines)("nodeObstacle returns the expected reason for %j", (machine, obstacle) => {
  expect(nodeObstacle(machine)).toBe(obstacle);
});

test.skipIf(nodeObstacle(process) !== undefined)(
  "every kernel computes the same bytes with and without the V8 flag (skipped if V8 does not have the flag)",
  () => {
    const digest = (...flags: string[]) =>
      execFileSync(process.execPath, [...flags, join(import.meta.dirname, "./kernels-digest.ts")], {
        encoding: "utf8",
      });
    const narrow = digest();
    expect(narrow).toMatch(/^(simd|relaxed-simd) [0-9a-f]{64}$/m);
    expect(digest("--experimental-wasm-revectorize")).toBe(narrow);
    expect(digest("--experimental-wasm-revectorize", "--no-liftoff")).toBe(narrow);
  },
  60_000,
);
