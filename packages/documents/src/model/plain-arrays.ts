/** A replacer for `JSON.stringify` that writes typed arrays as arrays. */
export function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}
