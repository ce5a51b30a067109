import { afterAll, describe, expect, test } from "vitest";
import { openSite } from "./site.ts";

const site = await openSite();

describe.skipIf(typeof site === "string")("the site without a network, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("all views work after the server has stopped, and the page has the isolation that threads need", async () => {
    const { page, errors } = await site.open();
    expect(await page.evaluate("crossOriginIsolated")).toBe(false);
    await page.evaluate(
      "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ?? new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done)))",
    );
    site.server.close();
    await page.reload();
    await page.waitForSelector(".rows tbody tr");
    expect(await page.evaluate("crossOriginIsolated")).toBe(true);
    await page.click('role=tab[name="File or text"]');
    await page.selectOption('label:has-text("Sample") select', "samples/races.csv");
    await page.waitForSelector(".reading");
    await page.click('a:text-is("See the integral")');
    await page.waitForSelector(".formula");
    await page.click('a:text-is("Train")');
    await page.selectOption('label:has-text("Sample") select', "train-samples/topics.txt");
    await page.selectOption('label:has-text("Epochs") select', "5");
    await page.click('button:text-is("Train")');
    await page.waitForSelector('[role=status]:has-text("5 epochs. The")');
    expect(errors).toEqual([]);
  });
});
