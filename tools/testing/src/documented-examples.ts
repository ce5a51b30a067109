import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A `ts` code block of a README or a documentation comment. */
export interface DocumentedExample {
  /** The file and line, such as `src/preference.ts:15`. */
  readonly place: string;
  /** The code, without comment markers. */
  readonly code: string;
  /** The expected output: the comment after each `console.log(…);` and the comment lines directly below it. */
  readonly prints: readonly string[];
}

/** Finds every `ts` example of a package, in its README and in documentation comments in `src`. */
export function documentedExamples(packageRoot: string): DocumentedExample[] {
  const sources = readdirSync(join(packageRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("src", name))
    .sort();
  return examplesOf(packageRoot, ["README.md", ...sources]);
}

/** Finds every `ts` example in Markdown or TypeScript files, whose paths are relative to `root`. */
export function examplesOf(root: string, files: readonly string[]): DocumentedExample[] {
  return files.flatMap((file) => examplesIn(file, readFileSync(join(root, file), "utf8")));
}

function examplesIn(file: string, text: string): DocumentedExample[] {
  const examples: DocumentedExample[] = [];
  let open: { line: number; lines: string[] } | undefined;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = file.endsWith(".ts") ? raw.replace(/^\s*\* ?/, "") : raw;
    if (open && line.startsWith("```")) {
      examples.push({
        place: `${file}:${open.line}`,
        code: `${open.lines.join("\n")}\n`,
        prints: claimedOutput(open.lines),
      });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else if (line.startsWith("```ts")) {
      open = { line: index + 1, lines: [] };
    }
  }
  return examples;
}

function claimedOutput(lines: readonly string[]): string[] {
  const claims: string[] = [];
  let afterPrint = false;
  for (const line of lines) {
    const afterCall = /console\.log\(.*\);\s*\/\/ (.*)$/.exec(line);
    const ownLine = /^\s*\/\/ (.*)$/.exec(line);
    if (afterCall) claims.push(afterCall[1]);
    else if (afterPrint && ownLine) claims.push(ownLine[1]);
    afterPrint = line.includes("console.log(") || (afterPrint && ownLine !== null);
  }
  return claims;
}

/**
 * Runs an example in a new process, as a user of the built package would, and returns the lines it prints. The file is created
 * inside the package, so that the package's name resolves to the package itself.
 */
export function runExample(packageRoot: string, example: DocumentedExample): string[] {
  const folder = join(packageRoot, ".results", "examples");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${example.place.replace(/[^a-zA-Z0-9]+/g, "-")}.ts`);
  writeFileSync(file, example.code);
  const output = execFileSync(process.execPath, ["--no-warnings", file], { cwd: packageRoot, encoding: "utf8" });
  return output === "" ? [] : output.trimEnd().split("\n");
}
