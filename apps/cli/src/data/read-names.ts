import type { MemoryOptions } from "@tierwise/data";
import { count } from "../terminal/numbers.ts";

/** Names from a file, one a line, of which there must be so many. */
export async function readNames(
  path: string,
  expected: number,
  what: string,
  memory: MemoryOptions = {},
): Promise<string[]> {
  const { readLines } = await import("@tierwise/data");
  const names: string[] = [];
  let found = 0;
  const keep = (name: string): void => {
    // What is too much is counted, not kept.
    if (found++ < expected) names.push(name);
  };
  await readLines(path, keep, memory);
  if (found !== expected) {
    throw new Error(`${path} has ${count(found)} names; expected ${count(expected)}, one a line for every ${what}`);
  }
  return names;
}
