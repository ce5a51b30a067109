/** The parts of Node's modules used to find packages. The rest of this package does not need Node or its types. */
interface NodeModules {
  readonly "node:module": { readonly createRequire: (from: string) => Require };
  readonly "node:fs": { readonly realpathSync: (path: string) => string };
  readonly "node:path": { readonly join: (...parts: string[]) => string };
  readonly "node:url": { readonly pathToFileURL: (path: string) => { readonly href: string } };
  readonly "node:util": Record<string, unknown>;
}

/** A `require` function that resolves from one location. */
interface Require {
  (name: string): unknown;
  readonly resolve: (name: string) => string;
}

/** The parts of Node's process object that this package uses. */
export interface NodeProcess {
  readonly argv: readonly string[];
  readonly cwd: () => string;
  readonly getBuiltinModule: <Name extends keyof NodeModules>(name: Name) => NodeModules[Name];
}

/** Returns the process object of Node; undefined in web pages and before Node 20.16. */
export function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { process?: Partial<NodeProcess> };
  return process?.getBuiltinModule === undefined ? undefined : (process as NodeProcess);
}
