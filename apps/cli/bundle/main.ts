// Bundles the command into `dist/command`, because Node spends more time on finding, reading and linking hundreds of modules than the
// command needs to print its help or to rank one row. Our packages and small dependencies are bundled; `dist` itself keeps one file per
// module for `@tierwise/cli/ranking` and `pnpm run walk`.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { type InputOptions, type Plugin, rolldown } from "rolldown";

const dist = join(import.meta.dirname, "..", "dist");
const output = join(dist, "command");

/** The packages that are not bundled: optional packages that a user may install, packages that import them, and large dependencies. */
const external = [
  /^@tensorflow\//,
  "webgpu",
  /^@tierwise\/(jobs|serve)$/,
  "@observablehq/plot",
  "cli-progress",
  "cli-table3",
  "simple-ascii-chart",
  "yaml",
];

/** The module that replaces `node:child_process` in commander. */
const lazyProcess = "\0lazy-process";

const options: InputOptions = {
  platform: "node",
  external,
  // Within one file, an import cannot be deferred, and needs not be.
  checks: { ineffectiveDynamicImport: false },
};

// One file is read at every start, and one for every prediction; other commands use part of the latter. The bundler divides all other
// modules by the commands that need them.
const start = await modulesOf("main.js");
const prediction = await modulesOf("commands/predict.js");
const groups = [
  {
    name: "start",
    test: (id: string) => start.has(id) || id === lazyProcess,
    priority: 2,
  },
  { name: "predict", test: (id: string) => prediction.has(id), priority: 1 },
];
rmSync(output, { recursive: true, force: true });
const bundle = await rolldown({
  ...options,
  input: join(dist, "main.js"),
  preserveEntrySignatures: false,
  plugins: [originalPlaces(), lazyProcesses(), plainBuiltins(), licenses()],
});
await bundle.write({
  dir: output,
  chunkFileNames: "[name].js",
  comments: false,
  codeSplitting: { groups, includeDependenciesRecursively: false },
});

/** The modules that a built file of the command needs, without those that it loads only under some conditions. */
async function modulesOf(file: string): Promise<Set<string>> {
  const staticOnly: Plugin = {
    name: "static-imports",
    resolveId: (id, _, { kind }) => (kind === "dynamic-import" ? { id, external: true } : undefined),
  };
  const input = join(dist, file);
  const { output: chunks } = await (await rolldown({ ...options, input, plugins: [staticOnly] })).generate();
  return new Set(
    chunks.flatMap((chunk) =>
      chunk.type === "chunk" ? chunk.moduleIds.filter((id) => chunk.modules[id].renderedLength > 0) : [],
    ),
  );
}

/** Keeps `import.meta.url` of every module, because workers, WebAssembly and manifests are found next to the modules of their packages. */
function originalPlaces(): Plugin {
  return {
    name: "original-places",
    transform(code, id) {
      if (!isAbsolute(id) || !code.includes("import.meta.url")) return null;
      const files = [...code.matchAll(/new URL\("\.\/([\w-]+\.wasm)", import\.meta\.url\)/g)].map(([, file]) => file);
      for (const fileName of files) {
        this.emitFile({ type: "asset", fileName, source: readFileSync(join(dirname(id), fileName)) });
      }
      // WebAssembly is copied, because the place of its package takes longer to find than the file to read.
      if (files.length > 0) return null;
      const { name, root } = packageOf(id);
      const base =
        name === "@tierwise/cli"
          ? `new URL("${address(relative(output, id))}", import.meta.url)`
          : `new URL("./${address(relative(root, id))}", import.meta.resolve("${name}/package.json"))`;
      return code.replaceAll("import.meta.url", `${base}.href`);
    },
  };
}

/** Loads `node:child_process`, which commander uses only for commands in files of their own, when it is called. */
function lazyProcesses(): Plugin {
  return {
    name: "lazy-processes",
    resolveId: (id, importer) =>
      id === "node:child_process" && /[\\/]commander[\\/]/.test(importer ?? "") ? lazyProcess : undefined,
    load: (id) =>
      id === lazyProcess
        ? `exports.spawn = (...args) => process.getBuiltinModule("node:child_process").spawn(...args);`
        : undefined,
  };
}

/** Replaces imports of built-in modules, because an import reads every export and thereby loads, for example, all streams of `node:fs`. */
function plainBuiltins(): Plugin {
  return {
    name: "plain-builtins",
    renderChunk: (code) =>
      code.replaceAll(
        /^import (?:(\w+), )?(.+) from "(node:[\w/]+)";$/gm,
        (_, all: string | undefined, some: string, id) => {
          const builtin = `process.getBuiltinModule("${id}")`;
          const names = some.replace("* as ", "").replaceAll(" as ", ": ");
          return `const ${all === undefined ? "" : `${all} = ${builtin}, `}${names} = ${builtin};`;
        },
      ),
  };
}

/** Writes the licenses of bundled packages of others to a file. */
function licenses(): Plugin {
  return {
    name: "licenses",
    generateBundle() {
      const roots = new Set(
        [...this.getModuleIds()].filter((id) => /[\\/]node_modules[\\/]/.test(id)).map((id) => packageOf(id).root),
      );
      const texts = [...roots].sort().flatMap((root) => {
        const files = readdirSync(root).filter((file) => /^license/i.test(file));
        return files.map((file) => readFileSync(join(root, file), "utf8").trim());
      });
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: `${texts.join("\n\n")}\n` });
    },
  };
}

/** The package that contains a file. */
function packageOf(file: string): { readonly name: string; readonly root: string } {
  const root = dirname(file);
  const manifest = join(root, "package.json");
  const { name } = (existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {}) as { name?: string };
  return name === undefined ? packageOf(root) : { name, root };
}

/** A relative path as part of a URL. */
function address(path: string): string {
  return path.split(sep).join("/");
}
