// `pnpm run package-table`: prints a table of packages from the manifests, the import rules and the sources, for CONTRIBUTING.md.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mayImport } from "./dependencies.mjs";

const root = join(import.meta.dirname, "..", "..");
const rows = Object.entries(mayImport).map(([name, allowed]) => {
  const { description } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
    description: string;
  };
  const files = globSync(`packages/${name}/{src,assembly}/**/*.ts`, { cwd: root });
  const sizes = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const median = sizes[Math.floor(sizes.length / 2)].lines;
  const longest = sizes[sizes.length - 1];
  const file = longest.file.split("/").slice(3).join("/");
  return [`\`${name}\``, description, allowed.join(", ") || "–", String(median), `${longest.lines}, \`${file}\``];
});

const head = ["package", "contents", "may import", "median lines per file", "longest file"];
const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
process.stdout.write(`${[line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}\n`);
