/** What of Node's own modules is used to find packages; losses has no other need of Node, and its types do not name it. */
interface NodeModules {
  readonly "node:module": { readonly createRequire: (from: string) => Require };
  readonly "node:fs": { readonly realpathSync: (path: string) => string };
  readonly "node:path": { readonly join: (...parts: string[]) => string };
  readonly "node:url": { readonly pathToFileURL: (path: string) => { readonly href: string } };
  readonly "node:util": Record<string, unknown>;
}

/** `require` of one place. */
interface Require {
  (name: string): unknown;
  readonly resolve: (name: string) => string;
}

/** The process, as far as it is used here. */
export interface NodeProcess {
  readonly argv: readonly string[];
  readonly cwd: () => string;
  readonly getBuiltinModule: <Name extends keyof NodeModules>(name: Name) => NodeModules[Name];
}

/** Node's process; undefined in pages, whose bundles need none of Node's modules, and before Node 20.16. */
export function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { process?: Partial<NodeProcess> };
  return process?.getBuiltinModule === undefined ? undefined : (process as NodeProcess);
}
