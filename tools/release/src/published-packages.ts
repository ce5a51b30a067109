import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root: string = join(import.meta.dirname, "..", "..", "..");

/** The part of a `package.json` that a release depends on. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The path relative to the root of the repository, such as `packages/losses`. */
  readonly directory: string;
}

/** The published packages in `tree`, by name. */
export function publishedPackages(tree: string = root): PublishedPackage[] {
  const manifests = globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: tree }).sort();
  return manifests.flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(tree, path), "utf8")) as Manifest;
    if (manifest.private === true) return [];
    return [{ name: manifest.name, version: manifest.version, directory: dirname(path) }];
  });
}
