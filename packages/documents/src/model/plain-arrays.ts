/** A replacer with which `JSON.stringify` writes typed arrays as plain arrays. */
export function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}
