import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { swiftShader } from "@tierwise/testing";
import { expect, test } from "vitest";
import type { WebGpuLosses } from "./webgpu-losses.ts";

test("PL-Partition on WebGPU agrees with typed arrays", { timeout: 300_000 }, ({ skip }) => {
  const device = swiftShader();
  if (device === undefined) return skip("SwiftShader is available only for Linux on x64");
  try {
    const program = join(import.meta.dirname, "webgpu-losses.ts");
    const printed = execFileSync(process.execPath, ["--no-warnings", program], {
      env: { ...process.env, ...device.env },
      encoding: "utf8",
    });
    const report = JSON.parse(printed) as WebGpuLosses | { unavailable: string };
    if ("unavailable" in report) return skip(report.unavailable);
    expect(report.sentence).toMatch(
      /^tfjs runs on webgpu\. It computes on SwiftShader.*, which runs on the processor\.$/,
    );
    expect(Object.keys(report.errors).length).toBe(7);
    for (const [what, [value, gradient]] of Object.entries(report.errors)) {
      expect(value, what).toBeLessThanOrEqual(1e-5);
      expect(gradient, what).toBeLessThanOrEqual(1e-5);
    }
    expect(report.lossTensor).toBe(
      "lossTensor reads scores synchronously, which the tfjs backend webgpu cannot do; use plPartitionTensor or another backend",
    );
    expect(report.tensors).toBe(0);
  } finally {
    device.remove();
  }
});
