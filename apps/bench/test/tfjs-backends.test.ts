import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installStandIn, installTfjsNodeGpu } from "@tierwise/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { measureTfjs } from "../src/peers/tfjs-backends.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "tierwise-bench-test-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const measure = () => measureTfjs({ quick: true, only: ["tfjs-node-gpu"], cwd });
const leftOut = "Skipped: the tfjs backend tfjs-node-gpu.";

test("the report mentions a backend that throws an error on import", () => {
  installStandIn(cwd, "@tensorflow/tfjs-node-gpu", `throw new Error("no CUDA today");`);
  expect(measure()).toMatchObject({
    claims: [],
    skipped: [`${leftOut} @tensorflow/tfjs-node-gpu is installed but does not load: no CUDA today.`],
  });
});

test("the report mentions tfjs-node-gpu if its native binding fails", () => {
  installTfjsNodeGpu(cwd, { graphicsCard: true });
  const { claims, skipped, details } = measure();
  expect(claims).toEqual([]);
  expect(skipped).toEqual([
    expect.stringMatching(
      /^Skipped: the tfjs backend tfjs-node-gpu\. It failed while running: the stand-in has no \w+\.$/,
    ),
    expect.stringMatching(
      /^Skipped: the tfjs backend tfjs-node-gpu\. It failed while running: the stand-in has no \w+\.$/,
    ),
  ]);
  expect(details).toEqual({
    "tfjs-node-gpu": { sentence: "tfjs runs on tfjs-node-gpu. It computes on a graphics card." },
  });
});

test("the report mentions a backend that crashes its process", () => {
  installStandIn(cwd, "@tensorflow/tfjs-node-gpu", "process.kill(process.pid, 'SIGKILL'); for (;;);");
  expect(measure()).toMatchObject({ claims: [], skipped: [`${leftOut} Its process ended with signal SIGKILL.`] });
});
