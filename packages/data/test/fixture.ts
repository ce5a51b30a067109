import { join } from "node:path";

/** The path of a fixture. */
export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", name);
}

/** The UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
