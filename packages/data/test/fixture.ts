import { join } from "node:path";

export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", name);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
