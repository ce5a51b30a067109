/**
 * The peak memory of a process. This module loads nothing else, so that it does not affect the measurement.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";

/**
 * The peak resident memory of this process, in bytes. On Linux it is read from `VmHWM`, because `maxRSS` is at least the memory that the
 * parent process had at the time of the fork, even if the child uses less.
 */
export function peakBytes(): number {
  const status = "/proc/self/status";
  const [, kibibytes] = (existsSync(status) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))) || [];
  return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
}
