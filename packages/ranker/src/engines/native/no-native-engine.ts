// Replaces native-engine.js in browser bundles, through the "browser" field of package.json: onnxruntime-node runs only in Node.
export function nativeEngine(): never {
  throw new Error('engine is "native", which runs only in Node; expected "kernels"');
}

/** In a browser, the kernels are the only engine that runs on processors. */
export function nativeIsFaster(): boolean {
  return false;
}

/** Returns true, so that {@link nativeEngine} is called and throws an error with the reason. */
export function usesSharedMemory(): boolean {
  return true;
}
