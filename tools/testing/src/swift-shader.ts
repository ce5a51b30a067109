import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** A graphics device that the processor plays. */
export interface SwiftShader {
  /** What the environment of a process must have, from its start, for the device to be found. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes its files. */
  readonly remove: () => void;
}

/**
 * Unpacks SwiftShader, the Vulkan device in software that `@sparticuz/chromium` carries, into a temporary folder. Undefined where it
 * does not run: it is built for Linux on x64.
 */
export function swiftShader(): SwiftShader | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  // The package exports its code alone; this finds its folder.
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const archive = join(main.slice(0, main.lastIndexOf("chromium") + "chromium".length), "bin", "swiftshader.tar.br");
  if (!existsSync(archive)) throw new Error(`${archive} is not there; expected SwiftShader in @sparticuz/chromium`);
  const folder = mkdtempSync(join(tmpdir(), "tierwise-swiftshader-"));
  const unpacked = join(folder, "swiftshader.tar");
  writeFileSync(unpacked, brotliDecompressSync(readFileSync(archive)));
  execFileSync("tar", ["-xf", unpacked, "-C", folder]);
  rmSync(unpacked);
  return {
    env: { LD_LIBRARY_PATH: folder, VK_ICD_FILENAMES: join(folder, "vk_swiftshader_icd.json") },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
