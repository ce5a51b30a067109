import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser } from "../../tools/open-browser.ts";
import { type SiteServer, serveSite } from "../../tools/serve-site.ts";

/** The built site in a browser. */
export interface OpenSite {
  readonly address: string;
  /** Opens a page in a new context. Errors in the page are collected in `errors`. */
  readonly open: (fragment?: string, options?: BrowserContextOptions) => Promise<{ page: Page; errors: string[] }>;
  readonly server: SiteServer;
  readonly close: () => Promise<void>;
}

/** Serves the built site and starts a browser. Returns the reason as text if no browser can be started. */
export async function openSite(
  options: { isIsolated?: boolean; browserArguments?: readonly string[] } = {},
): Promise<OpenSite | string> {
  const browser: Browser | string = await openBrowser(options.browserArguments);
  if (typeof browser === "string") {
    console.log(`skipped: ${browser}`);
    return browser;
  }
  const server = await serveSite(options);
  return {
    address: server.address,
    server,
    async open(fragment = "", contextOptions = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("dialog", (dialog) => {
        errors.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(`${server.address}${fragment}`);
      return { page, errors };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** A file that the page offers after a click on a button. */
export async function savedFile(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`button:text-is("${button}")`)]);
  const path = join(mkdtempSync(join(tmpdir(), "tierwise-download-")), "file");
  await download.saveAs(path);
  return { name: download.suggestedFilename(), bytes: readFileSync(path) };
}

/** Expects that axe finds no violation of WCAG 2.2 AA in the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(" | ")))`);
  expect(found).toEqual([]);
}
