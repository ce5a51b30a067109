// Replaces native-engine.js in browser bundles, through the "browser" field of package.json: onnxruntime-node runs only in Node.
export function nativeEngine(): never {
  throw new Error('engine is "native", which runs only in Node; expected "kernels"');
}

/** The kernels are the only engine for processors in a browser. */
export function nativeIsFaster(): boolean {
  return false;
}

/** Whether the engine starts is left to {@link nativeEngine}, which says why it does not. */
export function usesSharedMemory(): boolean {
  return true;
}
