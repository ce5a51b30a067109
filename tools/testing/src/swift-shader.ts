import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** A graphics device that is emulated in software. */
export interface SwiftShader {
  /** Environment variables that a process needs at startup to find the device. */
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/**
 * Unpacks SwiftShader, the software Vulkan device in `@sparticuz/chromium`, to a temporary folder. Returns undefined except on x64 Linux,
 * the only platform for which there is a build.
 */
export function swiftShader(): SwiftShader | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  // The package exports only its main module, so its folder is found relative to that module.
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const archive = join(main.slice(0, main.lastIndexOf("chromium") + "chromium".length), "bin", "swiftshader.tar.br");
  if (!existsSync(archive)) throw new Error(`${archive} does not exist; expected SwiftShader in @sparticuz/chromium`);
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
