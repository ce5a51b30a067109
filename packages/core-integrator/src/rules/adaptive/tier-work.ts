import { compiledWork } from "./compiled-work.ts";
import { plainWork } from "./plain-work.ts";
import type { TierWork } from "./tier-memory.ts";

let work: TierWork | undefined;

/** The work memory of this thread: WebAssembly with 128-bit vectors, or plain TypeScript where that is unavailable. */
export function tierWork(): TierWork {
  work ??= compiledWork() ?? plainWork();
  return work;
}
