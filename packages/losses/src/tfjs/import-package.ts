import { version_core } from "@tensorflow/tfjs-core";
import { type NodeProcess, nodeProcess } from "./node-modules.ts";

/**
 * Imports a package as the running application would. Resolves it from the main script, then from the working directory, then
 * from this package, whose `node_modules` may lack packages that the application installed. Rethrows the first error.
 *
 * @param name - The package.
 */
export async function importPackage(name: string): Promise<unknown> {
  const node = nodeProcess();
  if (node !== undefined) restoreRemovedFunctions(node);
  const failures: unknown[] = [];
  for (const file of node === undefined ? [] : installedFiles(node, name)) {
    try {
      if (node !== undefined) checkCoreVersion(node, file);
      return await importUnbundled(node?.getBuiltinModule("node:url").pathToFileURL(file).href ?? file);
    } catch (error) {
      failures.push(error);
    }
  }
  try {
    return await importUnbundled(name);
  } catch (error) {
    throw failures.length > 0 ? failures[0] : error;
  }
}

/** An `import` that bundlers ignore, so that a build succeeds even if the package is not installed. */
function importUnbundled(specifier: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ specifier);
}

/** The distinct files that the application would load for a package. */
function installedFiles(node: NodeProcess, name: string): string[] {
  const { createRequire } = node.getBuiltinModule("node:module");
  const files = applicationPlaces(node).map((place) => attempt(() => createRequire(place).resolve(name)));
  return [...new Set(files)].filter((file) => file !== undefined);
}

/** Files from which to resolve packages: the main script, with links resolved, and a file in the working directory. */
function applicationPlaces(node: NodeProcess): string[] {
  const { realpathSync } = node.getBuiltinModule("node:fs");
  const [, script] = node.argv;
  const main = script === undefined ? undefined : attempt(() => realpathSync(script));
  const here = node.getBuiltinModule("node:path").join(node.cwd(), "main.js");
  return main === undefined ? [here] : [main, here];
}

/**
 * Throws if the package loads a different version of tfjs-core than this package. All copies share their engine and
 * kernels through a global object, even if their versions differ and are incompatible.
 */
function checkCoreVersion(node: NodeProcess, file: string): void {
  const { createRequire } = node.getBuiltinModule("node:module");
  const versionFrom = (place: string): string | undefined =>
    attempt(() => (createRequire(place)("@tensorflow/tfjs-core/package.json") as { version: string }).version);
  // tfjs-node gets tfjs-core through @tensorflow/tfjs, and strict layouts of node_modules expose only direct dependencies.
  const whole = attempt(() => createRequire(file).resolve("@tensorflow/tfjs"));
  const version = versionFrom(file) ?? (whole === undefined ? undefined : versionFrom(whole));
  if (version === undefined || version === version_core) return;
  throw new Error(
    `it uses @tensorflow/tfjs-core ${version}, but @tierwise/losses uses ${version_core}; install the same version of both`,
  );
}

/** Restores two functions of `node:util` that tfjs-node calls and Node 23 removed. */
function restoreRemovedFunctions(node: NodeProcess): void {
  const util = node.getBuiltinModule("node:util");
  util["isNullOrUndefined"] ??= (value: unknown) => value === null || value === undefined;
  util["isArray"] ??= Array.isArray;
}

/** The result of a function, or undefined if it throws. */
function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
