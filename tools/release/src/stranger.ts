// Simulates a new user who installs a package from the registry.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examplesOf } from "@tierwise/testing";
import type { LocalRegistry } from "./local-registry.ts";
import { root } from "./published-packages.ts";
import { CommandError, run } from "./run.ts";

/** An empty folder in which packages from the registry are installed. */
export interface StrangersFolder {
  readonly path: string;
  run(command: string, ...args: readonly string[]): string;
  write(file: string, text: string): void;
}

/** Creates an empty folder and installs `dependencies` in it. */
export function strangersFolder(
  scratch: string,
  registry: LocalRegistry,
  name: string,
  dependencies: readonly string[],
): StrangersFolder {
  const path = join(scratch, "strangers", name.replace(/[^a-z0-9-]/g, "-"));
  mkdirSync(path, { recursive: true });
  const folder: StrangersFolder = {
    path,
    run: (command, ...args) => run({ cwd: path, env: registry.env }, command, ...args),
    write: (file, text) => writeFileSync(join(path, file), text),
  };
  folder.write("package.json", JSON.stringify({ name: "stranger", private: true, type: "module" }));
  if (dependencies.length > 0) folder.run("npm", "install", "--no-audit", "--no-fund", ...dependencies);
  return folder;
}

/**
 * Type-checks the first `ts` example of an installed package's README with `strict`, compiles it, and runs it with the user's Node. If the
 * README names packages to install, they are installed first. Returns a description of the problem, or undefined if the output matches the
 * comments or the README has no such example.
 */
export function runFirstExample(folder: StrangersFolder, name: string): string | undefined {
  const directory = join(folder.path, "node_modules", name);
  const readme = readFileSync(join(directory, "README.md"), "utf8");
  const [example] = examplesOf(directory, ["README.md"]);
  if (example === undefined) return undefined;
  const [, further] = /^ {4}npm install (@tierwise\/.*)$/m.exec(readme) ?? [];
  const packages = [...(further?.split(" ") ?? []), `@types/node@${typesOfNode()}`];
  folder.run("npm", "install", "--no-audit", "--no-fund", ...packages);
  folder.write("example.ts", example.code);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    module: "nodenext",
    target: "es2022",
    types: ["node"],
    outDir: "compiled",
  };
  folder.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["example.ts"] }));
  try {
    folder.run(join(root, "node_modules/.bin/tsc"), "-p", "tsconfig.json");
    const printed = folder.run("node", "compiled/example.js").trimEnd();
    const expected = example.prints.join("\n");
    return printed === expected ? undefined : `printed\n${printed}\ninstead of\n${expected}`;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

function typesOfNode(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  return devDependencies["@types/node"];
}
