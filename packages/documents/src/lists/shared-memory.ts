/** Whether an array is in memory that threads share. */
export function isShared({ buffer }: Float32Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
}
