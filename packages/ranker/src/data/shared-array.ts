import type { ArrayConstructor } from "@tierwise/kernels";

/** An array of zeros in memory that threads share, where the platform has such memory; otherwise one that serves one thread. */
export function sharedZeros<T>(type: ArrayConstructor<T>, length: number): T {
  const bytes = length * type.BYTES_PER_ELEMENT;
  const buffer = typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
  return new type(buffer, 0, length);
}

/**
 * A copy in memory that threads share, where the platform has such memory; otherwise the array itself, which serves one thread.
 */
export function shared<T extends Int32Array | Uint8Array | Float64Array>(array: T): T {
  if (typeof SharedArrayBuffer === "undefined") return array;
  const copy = sharedZeros(array.constructor as unknown as ArrayConstructor<T>, array.length);
  copy.set(array);
  return copy;
}
