// `pnpm --filter @tierwise/playground engines [--card]`: trains models of several sizes in the page on one core, on all cores and on
// WebGPU, and prints the seconds per run. WebGPU is emulated on the processor unless --card is given, which also adds a large model.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateXmlDataset, writeXmlDataset } from "@tierwise/datasets-xml";
import type { Page } from "playwright-core";
import { emulatedWebGpu, openBrowser } from "./open-browser.ts";
import { serveSite } from "./serve-site.ts";

const usesCard = process.argv.includes("--card");
const sizes = [
  { rows: 600, features: 60, labels: 30, hidden: 64 },
  { rows: 1000, features: 500, labels: 300, hidden: 256 },
  ...(usesCard ? [{ rows: 2000, features: 5000, labels: 20_000, hidden: 256 }] : []),
];
const engines = ["one-core", "all-cores", "webgpu"] as const;

const browser = await openBrowser(usesCard ? ["--enable-unsafe-webgpu"] : emulatedWebGpu);
if (typeof browser === "string") throw new Error(browser);
const { address, close } = await serveSite({ isIsolated: true });
const folder = mkdtempSync(join(tmpdir(), "tierwise-engines-"));
console.log("seconds for 5 epochs");
for (const { hidden, ...size } of sizes) {
  const path = join(folder, `${size.labels}-labels.txt`);
  await writeXmlDataset(path, generateXmlDataset({ ...size, labelsPerRow: 4, featuresPerRow: 20, seed: 1 }));
  const page = await browser.newPage();
  await page.goto(`${address}#train`);
  await page.setInputFiles('input[type="file"]', path);
  await page.selectOption('label:has-text("Epochs") select', "5");
  await page.selectOption('label:has-text("Hidden units") select', String(hidden));
  const times: string[] = [];
  for (const engine of engines) times.push(`${engine} ${await timeOf(page, engine)}`);
  console.log(`${size.rows} rows, ${size.labels} labels, ${hidden} hidden units: ${times.join(", ")}`);
  await page.close();
}
await browser.close();
close();

async function timeOf(page: Page, engine: string): Promise<string> {
  const choice = page.locator('label:has-text("Compute on") select');
  if ((await choice.locator(`option[value="${engine}"]`).count()) === 0) return "not offered";
  await choice.selectOption(engine);
  const start = performance.now();
  await page.click('button:text-is("Train")');
  await page.waitForSelector('[role=status]:has-text("5 epochs.")', { timeout: 300_000 });
  const seconds = (performance.now() - start) / 1000;
  const sentence = await page.textContent("[role=status]");
  if (engine === "webgpu" && !sentence?.includes("webgpu")) return `fell back: ${sentence}`;
  return seconds.toFixed(1);
}
