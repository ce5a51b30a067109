// Replaces tfjs-engine.js in browser bundles, through the "browser" field of package.json, so that they build without tfjs.
export function readyBackend(): never {
  throw new Error('engine is "tfjs", which browser bundles do not include; expected "kernels"');
}
