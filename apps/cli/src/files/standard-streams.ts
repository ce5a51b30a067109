import { createWriteStream, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

let stored: Promise<string> | undefined;

/**
 * Returns the path of a file that can be read more than once. Standard input, `-`, is copied to a temporary file, which
 * is removed when the process ends; any other path is returned unchanged.
 */
export async function storedPath(path: string): Promise<string> {
  if (path !== "-") return path;
  stored ??= storeInput();
  return stored;
}

async function storeInput(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tierwise-input-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "standard-input");
  await pipeline(process.stdin, createWriteStream(file));
  return file;
}

/** The path of a file for messages, in which `-` becomes a name. */
export function shownPath(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** Writes chunks of text to standard output, waiting whenever its buffer is full. */
export async function writeStandardOutput(chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (process.stdout.write(chunk)) continue;
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
