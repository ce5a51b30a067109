import { readFile } from "node:fs/promises";

/** Names from a file, one a line, of which there must be so many. */
export async function readNames(path: string, expected: number, what: string): Promise<string[]> {
  const names = (await readFile(path, "utf8")).replace(/\r?\n$/, "").split(/\r?\n/);
  if (names.length !== expected) {
    throw new Error(`${path} has ${names.length} names; expected ${expected}, one a line for every ${what}`);
  }
  return names;
}
