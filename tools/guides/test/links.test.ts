import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { pages, prose, read, root } from "./repository.ts";

/** The anchor that GitHub and TypeDoc assign to a heading. */
function slug(heading: string): string {
  const words = heading
    .toLowerCase()
    .replace(/[`*_]/g, "")
    .replace(/[^\p{L}\p{N}\s-]/gu, "");
  return words.trim().replace(/\s/g, "-");
}

function headings(file: string): string[] {
  return Array.from(prose(file).matchAll(/^#+ (.*)$/gm), ([, heading]) => slug(heading));
}

/** Returns what is wrong with a link on a page, or undefined if the link is valid. */
function problem(page: string, link: string): string | undefined {
  const [path, anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return `${link} does not exist`;
  const isFolder = statSync(join(root, target)).isDirectory();
  if (page.startsWith("docs/") && isFolder) return `${link} is a folder, which the documentation site cannot copy`;
  if (anchor !== undefined && !headings(target).includes(anchor)) return `${link} has no such heading`;
  return undefined;
}

test.each(pages)("%s contains no broken links", (page) => {
  const links = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link);
  const own = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(own.map((link) => problem(page, link)).filter((found) => found !== undefined)).toEqual([]);
});

test("the index lists every guide", () => {
  const index = read("docs/README.md");
  const missing = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  expect(missing.filter((page) => !index.includes(`](${page.slice("docs/".length)})`))).toEqual([]);
});
