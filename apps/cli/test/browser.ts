import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of a browser; undefined if there is none. */
export const browserPath = places.find((path) => existsSync(path));

/** Starts the browser without a window or network. */
export function startBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({
    executablePath: browserPath ?? "",
    args: [...args, "--disable-component-update", "--disable-sync"],
  });
}
