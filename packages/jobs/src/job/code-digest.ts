import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The fields of a package.json that affect the digest. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const digests = new Map<string, string>();

/**
 * The first 64 bits of a SHA-256 of the code that computes results. This code consists of a package and the `@tierwise` packages that it
 * depends on, directly or indirectly: their versions and their built `.js` and `.wasm` files. The digest is computed once per package.
 *
 * @param manifest - The path of the package's `package.json`, or its URL.
 */
export function codeDigest(manifest: string | URL): string {
  const path = manifest instanceof URL ? fileURLToPath(manifest) : manifest;
  let digest = digests.get(path);
  if (digest === undefined) {
    digest = digestOf(path);
    digests.set(path, digest);
  }
  return digest;
}

export function digestOf(manifest: string): string {
  const hash = createHash("sha256");
  const manifests = [...packagesOf(manifest)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, path] of manifests) addPackage(hash, path);
  return hash.digest("hex").slice(0, 16);
}

/** The path of the package.json of each package, by package name. */
function packagesOf(manifest: string, found = new Map<string, string>()): Map<string, string> {
  const { name, dependencies = {} } = readManifest(manifest);
  if (found.has(name)) return found;
  found.set(name, manifest);
  const { resolve } = createRequire(manifest);
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.startsWith("@tierwise/")) packagesOf(resolve(`${dependency}/package.json`), found);
  }
  return found;
}

/** Adds a package to the hash: its version, and its scripts and WebAssembly modules with their paths. */
function addPackage(hash: Hash, manifest: string): void {
  const { name, version } = readManifest(manifest);
  const built = join(dirname(manifest), "dist");
  hash.update(JSON.stringify([name, version]));
  for (const file of existsSync(built) ? codeFiles(built) : []) {
    const content = readFileSync(join(built, file));
    hash.update(JSON.stringify([file.split(sep).join("/"), content.length])).update(content);
  }
}

function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|wasm)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}
