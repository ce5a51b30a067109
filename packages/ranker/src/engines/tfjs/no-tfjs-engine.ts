// Takes the place of tfjs-engine.js in bundles for pages, by the field "browser" of package.json: they build without tfjs.
export function readyBackend(): never {
  throw new Error('engine is "tfjs", which is not in bundles for pages; expected "kernels"');
}
