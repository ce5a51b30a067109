/**
 * A copy in memory that threads share, where the platform has such memory; otherwise the array itself, which serves one thread.
 */
export function shared<T extends Int32Array | Uint8Array | Float64Array>(array: T): T {
  if (typeof SharedArrayBuffer === "undefined") return array;
  const type = array.constructor as new (buffer: ArrayBufferLike) => T;
  const copy = new type(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
