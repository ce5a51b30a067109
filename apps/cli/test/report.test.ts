import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserPath, startBrowser } from "./browser.ts";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const args = [
  "compare",
  "train.txt",
  "--test",
  "test.txt",
  "--methods",
  "pl-partition,ranknet",
  "--seeds",
  "4,5",
  ...quick,
];

describe.skipIf(browserPath === undefined)("a report in a browser (skipped if there is no Chromium)", () => {
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    await smallData(folder);
    const made = await tierwise([...args, "--report", "a <b> & 'c'.html"], { cwd: folder });
    expect(made.code).toBe(0);
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => problems.push(message.text()));
    await page.goto(`file://${join(folder, encodeURIComponent("a <b> & 'c'.html"))}`);
  }, 60_000);
  afterAll(() => browser?.close());

  test("loads no external resources and logs no errors", () => {
    expect(requests).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("shows the best values of its tables in bold", async () => {
    expect(await page.title()).toBe("2 ways to rank 20 items · Tierwise");
    const tables = page.locator("table");
    expect(await tables.count()).toBe(5);
    expect(await tables.first().locator("thead th").allInnerTexts()).toEqual(["", "PL-P", "R-Net"]);
    for (const row of await tables.first().locator("tbody tr").all()) {
      const figures = (await row.locator("td").allInnerTexts()).map(Number);
      const bold = await row.locator("td b").allInnerTexts();
      expect(bold.map(Number)).toContain(Math.max(...figures)); // A method that does not differ significantly from the best is also bold.
    }
  });

  test("shows curves and bars inside their sections, with labels that do not overlap", async () => {
    const figures = page.locator("figure");
    expect(await figures.count()).toBe(2);
    expect(await figures.first().locator("svg rect[fill]").count()).toBe(6);
    expect(await figures.last().locator("svg path[stroke^='var']").count()).toBe(2);
    for (const figure of await figures.all()) {
      expect(await figure.locator(".legend span").allInnerTexts()).toEqual(["PL-P", "R-Net"]);
      const section = await figure.locator("xpath=ancestor::section").boundingBox();
      const boxes = await Promise.all((await figure.locator("svg text").all()).map((text) => text.boundingBox()));
      const known = boxes.flatMap((box) => (box !== null && box.width > 0 ? [box] : []));
      expect(known.length).toBeGreaterThan(6);
      for (const [i, a] of known.entries()) {
        expect(a.x).toBeGreaterThanOrEqual(section?.x ?? 0);
        expect(a.x + a.width).toBeLessThanOrEqual((section?.x ?? 0) + (section?.width ?? 0));
        for (const b of known.slice(i + 1)) {
          const apart =
            a.x + a.width <= b.x + 1 ||
            b.x + b.width <= a.x + 1 ||
            a.y + a.height <= b.y + 1 ||
            b.y + b.height <= a.y + 1;
          expect(apart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
        }
      }
    }
  });

  test("shows the exact command that produced it", async () => {
    const command = `tierwise ${args.join(" ")} --report 'a <b> & '\\''c'\\''.html'`;
    expect(await page.locator("pre").textContent()).toBe(command);
    expect(await page.locator("dd").first().textContent()).toBe("4, 5");
    expect(await page.locator("section", { hasText: "Timing" }).locator("tbody tr").count()).toBe(2);
  });

  test("follows the system's dark mode and fits a phone screen", async () => {
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await ground();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).not.toBe(light);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
});

test("reports on training and evaluation contain all sections", async () => {
  if (browserPath === undefined) await smallData(folder);
  const train = ["train", "train.txt", "--model", "model", "--test", "test.txt", "--report", "t.html", ...quick];
  expect((await tierwise(train, { cwd: folder })).code).toBe(0);
  expect((await tierwise(["evaluate", "model", "test.txt", "--report", "e.html"], { cwd: folder })).code).toBe(0);
  for (const name of ["t.html", "e.html"]) {
    const html = readFileSync(join(folder, name), "utf8");
    for (const words of ["Training curves", "Frequent and rare labels", "PSnDCG@k", "How this was made"]) {
      expect(html).toContain(words);
    }
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    expect(html).not.toContain("NaN");
  }
  expect(readFileSync(join(folder, "t.html"), "utf8")).toContain("Timing");
});
