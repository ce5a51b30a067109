import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { expectAccessible, openSite, savedFile } from "./site.ts";

const site = await openSite({ isIsolated: true });
const command = join(import.meta.dirname, "../../../cli/bin/tierwise.js");

async function openSample(page: Page, name: string): Promise<void> {
  await page.selectOption('label:has-text("Sample") select', `train-samples/${name}`);
  await page.waitForSelector(`.reading:has-text("${name}")`);
}

/** Enough rows that training can be stopped before it ends. */
function multiLabelText(): string {
  const rows = Array.from(
    { length: 3000 },
    (_, k) => `${k % 400},${(7 * k + 1) % 400} ${k % 50}:1 ${50 + (k % 49)}:0.5`,
  );
  return `${[`${rows.length} 100 400`, ...rows].join("\n")}\n`;
}

async function trained(page: Page, epochs: number): Promise<void> {
  await page.waitForSelector(`[role=status]:has-text("${epochs} epochs.")`, { timeout: 60_000 });
}

describe.skipIf(typeof site === "string")("Train, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("the page trains on ratings in threads, ranks a typed row, and saves a model that the command reads", async () => {
    const { page, errors } = await site.open("#train");
    await openSample(page, "ratings.csv");
    await page.selectOption('label:has-text("Epochs") select', "5");
    await page.click('button:text-is("Train")');
    await trained(page, 5);
    expect(await page.textContent("section [role=status]")).toMatch(/kernels run on \d+ threads?/);
    await page.click("summary:has-text('Loss')");
    expect(await page.locator(".numbers tbody tr").count()).toBe(10);
    await page.click('button:text-is("Show the best items")');
    await page.waitForSelector(".top tbody tr");
    const best = await page.locator(".top tbody th").allTextContents();
    const liked = (await page.inputValue("textarea")).split("\n");
    await expectAccessible(page);
    const { name, bytes } = await savedFile(page, "Save model.tierwise");
    const folder = mkdtempSync(join(tmpdir(), "tierwise-page-model-"));
    writeFileSync(join(folder, name), bytes);
    writeFileSync(join(folder, "new.csv"), `user,item,rating\n${liked.map((item) => `ann,${item},5`).join("\n")}\n`);
    const args = [command, "predict", name, "new.csv", "--k", "1", "--json"];
    expect(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", stdio: "pipe" })).toContain(
      `"${best[0]}"`,
    );
    await page.click('button:text-is("Train further")');
    await trained(page, 10);
    expect(errors).toEqual([]);
  });

  test("training on one thread keeps the model of the best epoch when it is stopped", async () => {
    const { page, errors } = await site.open("#train", { colorScheme: "dark" });
    const buffer = Buffer.from(multiLabelText());
    await page.setInputFiles('input[type="file"]', { name: "rows.txt", mimeType: "text/plain", buffer });
    await page.waitForSelector('.reading:has-text("rows.txt")');
    await page.selectOption('label:has-text("Epochs") select', "60");
    await page.selectOption('label:has-text("Hidden units") select', "512");
    await page.selectOption('label:has-text("Compute on") select', "one-core");
    await page.click('button:text-is("Train")');
    await page.waitForSelector(".chart");
    await page.click('button:text-is("Stop")');
    await page.waitForSelector('button:text-is("Train further"):not(:disabled)');
    expect(Number.parseInt((await page.textContent("section [role=status]")) ?? "", 10)).toBeLessThan(60);
    await page.fill("textarea", "3:1 14:0.5 999");
    await page.click('button:text-is("Show the best items")');
    expect(await page.textContent("p.problem")).toBe("feature 999 does not exist; expected a number below 100");
    await page.fill("textarea", "3:1 14:0.5");
    await page.click('button:text-is("Show the best items")');
    await page.waitForSelector(".top tbody tr");
    await expectAccessible(page);
    await page.setInputFiles('input[type="file"]', {
      name: "<b>.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a > b\n"),
    });
    expect(await page.textContent("p.problem")).toContain('<b>.txt: the format is "orders"');
    expect(errors).toEqual([]);
  });
});
