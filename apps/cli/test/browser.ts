import { installedChromium } from "@tierwise/testing";
import { type Browser, chromium } from "playwright-core";

/** The path of a browser; undefined if there is none. */
export const browserPath = installedChromium;

/** Starts the browser without a window and without network access. */
export function startBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({
    executablePath: browserPath ?? "",
    args: [...args, "--disable-component-update", "--disable-sync"],
  });
}
