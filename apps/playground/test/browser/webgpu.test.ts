import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { emulatedWebGpu } from "../../tools/open-browser.ts";
import { openSite } from "./site.ts";

const site = await openSite({ isIsolated: true, browserArguments: emulatedWebGpu });

/** Trains on the sample for five epochs; returns the losses of the rows and the sentence about the engine. */
async function trained(page: Page, computeOn: string): Promise<{ losses: number[]; words: string }> {
  await page.selectOption('label:has-text("Compute on") select', computeOn);
  await page.click('button:text-is("Train")');
  await page.waitForSelector('[role=status]:has-text("5 epochs.")', { timeout: 60_000 });
  const cells = await page.locator(".numbers").first().locator("tbody td:nth-child(2)").allTextContents();
  return { losses: cells.map(Number), words: (await page.textContent("section [role=status]")) ?? "" };
}

describe.skipIf(typeof site === "string")("training on WebGPU, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("WebGPU gives the same losses as the processor, and the page names the device", async ({ skip }) => {
    const { page, errors } = await site.open("#train");
    await page.selectOption('label:has-text("Sample") select', "train-samples/topics.txt");
    await page.selectOption('label:has-text("Epochs") select', "5");
    await page.waitForSelector(".hint:has-text('WebGPU')");
    if ((await page.locator('option[value="webgpu"]').count()) === 0) return skip("this browser emulates no WebGPU");
    await page.waitForSelector(".hint:has-text('slower than training without WebGPU')");
    const cores = await trained(page, "all-cores");
    const webGpu = await trained(page, "webgpu");
    expect(webGpu.words).toContain("tfjs runs on webgpu");
    expect(webGpu.losses).toHaveLength(5);
    for (const [k, loss] of webGpu.losses.entries()) expect(Math.abs(loss - cores.losses[k])).toBeLessThan(1e-3);
    expect(await page.locator(".problem").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("training falls back to the processor and states the reason if WebGPU does not start", async () => {
    const { page, errors } = await site.open("#train", { serviceWorkers: "block" });
    await page.context().route("**/webgpu-backend-*.js", (route) => route.abort());
    await page.selectOption('label:has-text("Sample") select', "train-samples/topics.txt");
    await page.selectOption('label:has-text("Epochs") select', "5");
    await page.waitForSelector(".hint:has-text('WebGPU')");
    if ((await page.locator('option[value="webgpu"]').count()) === 0) return;
    const { words } = await trained(page, "webgpu");
    expect(words).toContain("kernels run on");
    expect(await page.textContent("p.problem")).toContain(
      "WebGPU could not be used, so training runs on the processor.",
    );
    expect(errors).toEqual([]);
  });
});
