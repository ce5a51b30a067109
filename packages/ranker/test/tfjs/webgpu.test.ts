import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { swiftShader } from "@tierwise/testing";
import { expect, test } from "vitest";
import type { WebGpuReport } from "./webgpu-training.ts";

test("the tfjs engine on WebGPU takes the same steps as the kernels", { timeout: 300_000 }, ({ skip }) => {
  const device = swiftShader();
  if (device === undefined) return skip("SwiftShader is built for Linux on x64 only");
  try {
    const program = join(import.meta.dirname, "webgpu-training.ts");
    const printed = execFileSync(process.execPath, ["--no-warnings", program], {
      env: { ...process.env, ...device.env },
      encoding: "utf8",
    });
    const report = JSON.parse(printed) as WebGpuReport | { unavailable: string };
    if ("unavailable" in report) return skip(report.unavailable);
    const { sentence, steps, training, tensors } = report;
    expect(sentence).toMatch(/^tfjs runs on webgpu\. It computes on SwiftShader.*, which runs on the processor\.$/);
    for (const where of ["device", "host"] as const) {
      expect(steps[where].weights, where).toBeLessThanOrEqual(1e-3);
      expect(steps[where].losses, where).toBeLessThanOrEqual(1e-3);
    }
    expect(training.moved).toBeGreaterThan(0.1);
    expect(training.difference).toBeLessThanOrEqual(1e-3);
    expect(tensors).toBe(0);
  } finally {
    device.remove();
  }
});
