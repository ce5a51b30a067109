import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { LocalRegistry } from "./local-registry.ts";
import type { PublishedPackage } from "./published-packages.ts";
import type { StrangersFolder } from "./stranger.ts";

/** The sizes of a package in kB (1000 bytes). */
export interface Sizes {
  /** The compressed tarball. */
  readonly packed: number;
  /** The size of `node_modules` after installing only this package. */
  readonly installed: number;
  /** The size of a minified and compressed browser bundle with all exports; undefined for packages that need Node. */
  readonly bundled?: number;
}

/** The maximum sizes of a package, and the entry points that a browser loads. */
export interface Budget {
  readonly packed: number;
  readonly installed: number;
  readonly bundled?: number;
  /** Default: the main entry point, if `bundled` is given. */
  readonly entry?: string;
}

/** Measures a package that is the only one installed in `folder`. */
export async function measure(
  folder: StrangersFolder,
  { name, version }: PublishedPackage,
  { storage }: LocalRegistry,
  budget: Budget,
): Promise<Sizes> {
  const tarball = join(storage, name, `${basename(name)}-${version}.tgz`);
  const sizes = {
    packed: statSync(tarball).size / 1000,
    installed: bytesBelow(join(folder.path, "node_modules")) / 1000,
  };
  if (budget.bundled === undefined) return sizes;
  return { ...sizes, bundled: (await bundledBytes(folder, budget.entry ?? name)) / 1000 };
}

function bytesBelow(directory: string): number {
  const files = globSync("**", { cwd: directory }).map((file) => statSync(join(directory, file)));
  return files.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

async function bundledBytes(folder: StrangersFolder, entry: string): Promise<number> {
  writeFileSync(join(folder.path, "bundle.js"), `export * from "${entry}";\n`);
  const result = await build({
    root: folder.path,
    logLevel: "error",
    build: {
      write: false,
      minify: true,
      lib: { entry: "bundle.js", formats: ["es"] },
      rolldownOptions: { external: /^(node:|@tensorflow\/)/ },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ("output" in one ? one.output : []));
  const codes = outputs.map((output) => (output.type === "chunk" ? output.code : output.source));
  return codes.reduce((sum, code) => sum + gzipSync(code).length, 0);
}

/** The budgets of all packages, from `budget.json`. */
export function readBudgets(): Readonly<Record<string, Budget>> {
  const file = join(import.meta.dirname, "..", "budget.json");
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, Budget>;
}

/** A sentence for each size above its budget. */
export function overBudget(name: string, sizes: Sizes, budget: Budget): string[] {
  const kinds = ["packed", "installed", "bundled"] as const;
  return kinds.flatMap((kind) => {
    const [size, limit] = [sizes[kind], budget[kind]];
    if (size === undefined || limit === undefined || size <= limit) return [];
    return [`${name}: ${kind} size is ${size.toFixed(1)} kB, expected at most ${limit} kB (tools/release/budget.json)`];
  });
}
