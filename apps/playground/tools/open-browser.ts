import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"];

/** Starts an installed Chromium, or the one from npm. Returns the reason as text if neither runs. */
export async function openBrowser(): Promise<Browser | string> {
  const installed = places.find((path) => existsSync(path));
  try {
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args });
    const { default: packed } = await import("@sparticuz/chromium");
    return await chromium.launch({ executablePath: await packed.executablePath(), args: [...packed.args, ...args] });
  } catch (error) {
    return `no browser runs here: ${(error as Error).message.split("\n")[0]}`;
  }
}
