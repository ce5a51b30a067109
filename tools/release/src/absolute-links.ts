// `node tools/release/src/absolute-links.ts`: makes the links and pictures in the READMEs of all packages absolute, because npm shows a
// README without its repository. This is part of `pnpm run release`; in the repository itself, links stay relative.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { publishedPackages, root } from "./published-packages.ts";

const repository = "https://github.com/tierwise/tierwise";
const files = "https://raw.githubusercontent.com/tierwise/tierwise/main";

/** Returns a README with absolute links. `directory` is relative to the root of the repository, such as `packages/losses`. */
export function absoluteLinks(readme: string, directory: string): string {
  const blocks = readme.split(/^(```[\s\S]*?^```)$/m);
  return blocks.map((block) => (block.startsWith("```") ? block : linksOf(block, directory))).join("");
}

function linksOf(text: string, directory: string): string {
  return text.replace(
    /(!?)\[((?:[^\]\\]|\\.|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)/g,
    (link, picture, label, target) => {
      if (/^([a-z]+:|#)/.test(target)) return link;
      const [path, anchor] = target.split("#");
      const place = posix.join(directory, path);
      if (picture === "!") return `![${label}](${files}/${place})`;
      const kind = statSync(join(root, place)).isDirectory() ? "tree" : "blob";
      return `[${label}](${repository}/${kind}/main/${place}${anchor === undefined ? "" : `#${anchor}`})`;
    },
  );
}

if (import.meta.main) {
  for (const { directory } of publishedPackages()) {
    const path = join(root, directory, "README.md");
    writeFileSync(path, absoluteLinks(readFileSync(path, "utf8"), directory));
  }
}
