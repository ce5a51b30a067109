import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root: string = join(import.meta.dirname, "..", "..", "..");

/** The guides, relative to the root. */
export const guides: readonly string[] = globSync("docs/*.md", { cwd: root }).sort();

/** All documentation pages: the guides, the pages in the root, and the READMEs of packages and apps. */
export const pages: readonly string[] = [
  ...globSync(["*.md", "packages/*/README.md", "apps/*/README.md"], { cwd: root }).sort(),
  ...guides,
];

export function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Returns a page without its fenced code blocks. */
export function prose(file: string): string {
  return read(file).replace(/^```[\s\S]*?^```$/gm, "");
}
