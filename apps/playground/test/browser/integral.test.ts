import { logProbabilityAbove } from "@tierwise/core-integrator";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { expectAccessible, openSite } from "./site.ts";

const site = await openSite();

/** Sets a slider with the events that dragging it causes. */
async function slide(page: Page, label: string, value: number): Promise<void> {
  await page.getByLabel(label).first().fill(String(value));
}

describe.skipIf(typeof site === "string")("See the integral, in a browser", () => {
  if (typeof site === "string") return;
  afterAll(() => site.close());

  test("the page follows the sliders, and shows the number that its code prints", async () => {
    const { page, errors } = await site.open("#integral", { reducedMotion: "reduce" });
    await page.waitForSelector(".formula code");
    await slide(page, "Score of A", 4);
    const top = [4, 2.8, 2.5, 2.2, 2, 1.8, 1.5, 1.2];
    const printed = logProbabilityAbove(top, [0.1, -0.5, -1.4, -2.2]).toPrecision(9);
    await page.waitForFunction(
      (digits) => document.querySelector(".formula code")?.textContent?.includes(digits),
      printed,
    );
    expect(await page.textContent(".formula code")).toContain("const top = [4, 2.8, 2.5");
    await slide(page, "Points", 60);
    await page.waitForSelector("dt:text-is('from 60 points')");
    expect(Number(await page.textContent(".formula dd >> nth=2"))).toBeLessThan(1e-10);
    await page.click('button:text-is("Run 1000 races")');
    await page.waitForSelector("text=of 1000 races agree");
    await page.click("summary:has-text('Error against evaluations')");
    expect(await page.locator("td:text-is('midpoint, raw scores')").count()).toBeGreaterThan(8);
    await expectAccessible(page);
    expect(errors).toEqual([]);
  });

  test("a chart is saved, and a link restores the sliders", async () => {
    const { page } = await site.open("#integral", {
      permissions: ["clipboard-read", "clipboard-write"],
      colorScheme: "dark",
    });
    await slide(page, "Score of B", -2);
    await page.selectOption('role=combobox[name="Tier of L"]', "0");
    await page.waitForSelector(".chart svg circle");
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click('role=button[name="Save SVG of The integrand"]'),
    ]);
    expect(download.suggestedFilename()).toBe("the-integrand.svg");
    await page.click('button:text-is("Copy a link")');
    await page.waitForSelector('button:text-is("Copied")');
    const link = String(await page.evaluate("navigator.clipboard.readText()"));
    const other = await site.open(link.slice(site.address.length));
    expect(await other.page.getByLabel("Score of B").inputValue()).toBe("-2");
    expect(await other.page.locator('role=combobox[name="Tier of L"]').inputValue()).toBe("0");
  });

  test("the page explains an empty tier, and animates the race unless motion is reduced", async () => {
    const { page, errors } = await site.open("#integral");
    await page.waitForSelector(".formula");
    for (const name of ["I", "J"]) await page.selectOption(`role=combobox[name="Tier of ${name}"]`, "2");
    await page.selectOption('label:has-text("Integral of") select', "1");
    await page.waitForSelector("text=is empty. Move an item to another tier");
    const position = (): Promise<string | null> => page.locator("svg circle").nth(11).getAttribute("cx");
    await page.click('button:text-is("Race again")');
    const before = await position();
    await expect.poll(position).not.toBe(before);
    expect(errors).toEqual([]);
  });
});
