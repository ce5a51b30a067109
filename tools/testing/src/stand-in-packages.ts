import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Installs a package with one CommonJS module into the `node_modules` of a folder.
 *
 * @param folder - The folder of an application.
 * @param name - The name of the package.
 * @param source - The source of its module.
 * @returns The folder of the package.
 */
export function installStandIn(folder: string, name: string, source: string): string {
  const place = join(folder, "node_modules", name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name, version: "0.0.0", main: "index.js" }));
  writeFileSync(join(place, "index.js"), source);
  return place;
}

/** A mock of TensorFlow's binding that suffices to load the package, compute a sum and read the result. */
const binding = (graphicsCard: boolean): string => `
  const tensors = new Map();
  let last = 0;
  const keep = (shape, dtype, values) => (tensors.set(++last, { shape, dtype, values }), last);
  module.exports = {
    TF_FLOAT: 1, TF_INT32: 3, TF_STRING: 7, TF_COMPLEX64: 8, TF_INT64: 9, TF_BOOL: 10, TF_RESOURCE: 20, TF_ATTR_TYPE: 2,
    TF_Version: "a stand-in",
    isUsingGpuDevice: () => ${graphicsCard},
    createTensor: keep,
    deleteTensor: (id) => tensors.delete(id),
    tensorDataSync: (id) => tensors.get(id).values,
    executeOp(op, attributes, inputs) {
      if (op !== "Add") throw new Error("the stand-in has no " + op);
      const [a, b] = inputs.map((id) => tensors.get(id));
      const id = keep(a.shape, a.dtype, a.values.map((x, i) => x + b.values[i]));
      return [{ id, shape: a.shape, dtype: a.dtype }];
    },
  };
`;

/**
 * Installs `@tensorflow/tfjs-node-gpu` into a folder. Its JavaScript is that of `@tensorflow/tfjs-node`, and the native binding, which some
 * machines cannot download, is a mock.
 *
 * @param folder - The folder of an application.
 * @param options - States whether the binding reports that it uses a graphics card.
 */
export function installTfjsNodeGpu(folder: string, { graphicsCard }: { readonly graphicsCard: boolean }): void {
  const real = dirname(realpathSync(createRequire(import.meta.url).resolve("tfjs-node-javascript/package.json")));
  const place = join(folder, "node_modules/@tensorflow/tfjs-node-gpu");
  cpSync(join(real, "dist"), join(place, "dist"), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(real, "package.json"), "utf8")) as Record<string, unknown>;
  writeFileSync(
    join(place, "package.json"),
    JSON.stringify({ ...manifest, name: "@tensorflow/tfjs-node-gpu", scripts: {} }),
  );
  for (const name of ["@tensorflow/tfjs", "@tensorflow/tfjs-core", "google-protobuf", "progress", "rimraf"]) {
    const link = join(place, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(dirname(createRequire(join(real, "package.json")).resolve(`${name}/package.json`)), link);
  }
  // tfjs-node finds its native binding through this package.
  const finder = installStandIn(place, "@mapbox/node-pre-gyp", `exports.find = () => require.resolve("./binding.js");`);
  writeFileSync(join(finder, "binding.js"), binding(graphicsCard));
}
