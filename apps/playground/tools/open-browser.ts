import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const usualArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-sync",
];

/** Arguments that emulate a WebGPU device on the processor. */
export const emulatedWebGpu: readonly string[] = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/**
 * Starts the Chromium at the path in `TIERWISE_CHROMIUM`, otherwise an installed one, otherwise the one from npm. Returns the reason as
 * text if it cannot be started.
 *
 * @param more - Additional command-line arguments.
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser | string> {
  const args = [...usualArguments, ...more];
  const installed = process.env["TIERWISE_CHROMIUM"] ?? places.find((path) => existsSync(path));
  try {
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args });
    // Omits the package's own arguments, which are for small cloud functions: one process for all pages, no isolation of origins.
    const { default: packed } = await import("@sparticuz/chromium");
    return await chromium.launch({ executablePath: await packed.executablePath(), args });
  } catch (error) {
    return `no browser can be started: ${(error as Error).message.split("\n")[0]}`;
  }
}
