import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a browser is; undefined where there is none. */
export const browserPath = places.find((path) => existsSync(path));

/** Starts the browser, without a window and without a network. */
export function startBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({
    executablePath: browserPath ?? "",
    args: [...args, "--disable-component-update", "--disable-sync"],
  });
}
