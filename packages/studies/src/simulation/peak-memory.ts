/**
 * The peak memory of a process. This module loads nothing else, so that it does not affect the measurement.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";

/**
 * The peak resident memory of this process, in bytes. On Linux it is read from `VmHWM`, because `maxRSS` starts at the parent's memory at
 * the time of the fork, which is too large for a smaller child.
 */
export function peakBytes(): number {
  const status = "/proc/self/status";
  const [, kibibytes] = (existsSync(status) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))) || [];
  return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
}
