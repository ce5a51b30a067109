import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Entry = string | Readonly<Record<string, string>>;

interface InstalledManifest {
  readonly exports?: Readonly<Record<string, Entry>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const fields = ["description", "license", "repository", "homepage", "bugs", "keywords", "engines"];

/** Lists the problems of an installed package: missing files, missing fields that npm shows, and links that do not work on npm. */
export function contentProblems(directory: string): string[] {
  const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as InstalledManifest;
  const entries = Object.values(manifest.exports ?? {}).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  const files = ["LICENSE", "README.md", ...entries, ...Object.values(manifest.bin ?? {})];
  const readme = readFileSync(join(directory, "README.md"), "utf8");
  return [
    ...files
      .filter((file) => !file.includes("*") && !existsSync(join(directory, file)))
      .map((file) => `${file} is missing`),
    ...fields.filter((field) => manifest[field] === undefined).map((field) => `package.json has no ${field}`),
    ...relativeLinks(readme).map((link) => `the README links to ${link}, which does not exist on npm`),
  ];
}

/** The targets of all relative links and pictures in a README. */
export function relativeLinks(readme: string): string[] {
  const prose = readme.replace(/^```[\s\S]*?^```$/gm, "");
  const targets = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target);
  return targets.filter((target) => !/^([a-z]+:|#)/.test(target));
}
