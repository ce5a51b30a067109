import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { pages, prose, read, root } from "./repository.ts";

/** The id that GitHub and typedoc give a heading. */
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

/** What is wrong with a link of a page, in words; nothing where it leads somewhere. */
function problem(page: string, link: string): string | undefined {
  const [path, anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return `${link} leads nowhere`;
  const isFolder = statSync(join(root, target)).isDirectory();
  if (page.startsWith("docs/") && isFolder) return `${link} is a folder, which the documentation site cannot copy`;
  if (anchor !== undefined && !headings(target).includes(anchor)) return `${link}: there is no such heading`;
  return undefined;
}

test.each(pages)("the links of %s lead somewhere", (page) => {
  const links = Array.from(prose(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link);
  const own = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(own.map((link) => problem(page, link)).filter((what) => what !== undefined)).toEqual([]);
});

test("the index has every guide", () => {
  const index = read("docs/README.md");
  const missing = pages.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  expect(missing.filter((page) => !index.includes(`](${page.slice("docs/".length)})`))).toEqual([]);
});
