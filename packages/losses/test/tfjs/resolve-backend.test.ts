import { getBackend } from "@tensorflow/tfjs-core";
import { describe, expect, test } from "vitest";
import { type BackendName, resolveBackend } from "../../src/tfjs/index.ts";

const order: BackendName[] = ["tfjs-node-gpu", "webgpu", "tfjs-node", "wasm", "cpu"];

describe("resolveBackend", () => {
  test("tries backends from fastest to slowest, stops at the first that works, and reports every attempt", async () => {
    const { name, tried, sentence } = await resolveBackend();
    expect(tried.map((attempt) => attempt.name)).toEqual(order.slice(0, tried.length));
    expect(tried.map(({ ok }) => ok)).toEqual(tried.map((_, i) => i === tried.length - 1));
    expect(name).toBe(tried.at(-1)?.name);
    expect(sentence).toMatch(new RegExp(`^tfjs runs on ${name}\\.`));
    for (const { message } of tried) expect(message).toMatch(/^(@tensorflow\/[a-z-]+ is|webgpu (is|finds)) [^\n]*\.$/);
  });

  test.each(["wasm", "cpu"] as const)("selects %s by name", async (name) => {
    const report = await resolveBackend(name);
    expect(report).toMatchObject({ name, sentence: `tfjs runs on ${name}.` });
    expect(getBackend()).toBe(name);
  });

  test("reports what to install if a package is missing", async () => {
    // tfjs-node exists, but no package in this repository depends on it.
    const { name, tried, sentence } = await resolveBackend("tfjs-node");
    if (name !== undefined) return;
    expect(tried).toEqual([
      {
        name: "tfjs-node",
        ok: false,
        message: "@tensorflow/tfjs-node is not installed: npm install @tensorflow/tfjs-node.",
      },
    ]);
    expect(sentence).toBe(`tfjs has no backend to run on. ${tried[0].message}`);
  });

  test("rejects an unknown name", async () => {
    await expect(resolveBackend("cuda" as BackendName)).rejects.toThrow(
      'name is "cuda"; expected one of tfjs-node-gpu, webgpu, tfjs-node, wasm, cpu',
    );
  });
});
