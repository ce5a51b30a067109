// Finds and starts a browser, and reads the pages of docs/browser.md.
import { installedChromium } from "@tierwise/testing";
import { type Browser, chromium, type Page } from "playwright-core";
import { read } from "./repository.ts";

export const hasBrowser: boolean = installedChromium !== undefined;

/** The timeout is long because starting a browser and its threads can be slow on a busy machine. */
export const patient = { timeout: 300_000 };

/** The fenced code blocks in a given language in the guide. */
export function blocks(language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return Array.from(read("docs/browser.md").matchAll(fenced), ([, text]) => text);
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: installedChromium ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/** Opens a page and waits until its output has the same number of lines as `shown`. */
export async function open(
  browser: Browser,
  address: string,
  shown: string,
): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(address);
  const lines = shown.trim().split("\n").length;
  const full = `document.querySelector("#output").textContent.trim().split("\\n").filter(Boolean).length >= ${lines}`;
  await page
    .waitForFunction(full, undefined, { timeout: patient.timeout / 2 })
    .catch((error: Error) => errors.push(error.message));
  return { page, errors };
}

export async function output(page: Page): Promise<string> {
  return `${((await page.textContent("#output")) ?? "").trim()}\n`;
}
