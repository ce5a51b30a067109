// `pnpm --filter @tierwise/playground screenshots [FOLDER]`: takes pictures of every view in light and dark mode, for a phone and a
// desktop, and the picture for the guide.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "./open-browser.ts";
import { serveSite } from "./serve-site.ts";

/** A view, with the actions to take before its picture is taken. */
interface Scene {
  readonly name: string;
  readonly fragment: string;
  readonly prepare: (page: Page) => Promise<unknown>;
}

const openSample = async (page: Page, file: string): Promise<void> => {
  await page.click('role=tab[name="File or text"]');
  await page.selectOption('label:has-text("Sample") select', `samples/${file}`);
};
const scenes: readonly Scene[] = [
  { name: "board", fragment: "#rank", prepare: (page) => page.waitForSelector(".matrix") },
  {
    name: "questions",
    fragment: "#rank",
    async prepare(page) {
      await page.click('role=tab[name="Best–worst"]');
      await page.check("role=radio >> nth=0");
    },
  },
  {
    name: "file",
    fragment: "#rank",
    async prepare(page) {
      await openSample(page, "battles.csv");
      await page.selectOption('label:has-text("Scale") select', "elo");
      await page.waitForSelector("th:text-is('Elo')");
    },
  },
  {
    name: "unclear-file",
    fragment: "#rank",
    async prepare(page) {
      await openSample(page, "judges.csv");
      await page.waitForSelector("div.problem");
    },
  },
  {
    name: "integral",
    fragment: "#integral",
    async prepare(page) {
      await page.click('button:text-is("Run 1000 races")');
      await page.waitForSelector(".chart");
      // Waits until the animated race has ended.
      await page.waitForTimeout(2700);
    },
  },
  { name: "train-empty", fragment: "#train", prepare: (page) => page.waitForSelector(".drop") },
  {
    name: "train",
    fragment: "#train",
    async prepare(page) {
      await page.selectOption('label:has-text("Sample") select', "train-samples/ratings.csv");
      await page.click('button:text-is("Train")');
      await page.waitForSelector('[role=status]:has-text("15 epochs.")');
      await page.click('button:text-is("Show the best items")');
      await page.waitForSelector(".top tbody tr");
    },
  },
];
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1360, height: 900 } };

const guidePicture = join(import.meta.dirname, "../../../docs/screenshots/playground.png");
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, "../.results/screenshots"));
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
if (typeof browser === "string") throw new Error(browser);
const { address, close } = await serveSite({ isIsolated: true });
for (const { name, fragment, prepare } of scenes) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport, colorScheme, serviceWorkers: "block" });
      const page = await context.newPage();
      await page.goto(`${address}${fragment}`);
      await prepare(page);
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      const path = join(folder, `${name}-${size}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
      console.log(path);
      if (name === "board" && size === "desktop" && colorScheme === "light")
        await page.screenshot({ path: guidePicture });
      await context.close();
    }
  }
}
await browser.close();
close();
