/**
 * The peak memory of a process, for measurements that must not load anything else.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";

/**
 * Peak resident memory of this process. On Linux `maxRSS` starts from what the parent had when it forked, so it says nothing
 * about a child that is smaller; the high-water mark of the process itself does.
 */
export function peakBytes(): number {
  const status = "/proc/self/status";
  const [, kibibytes] = (existsSync(status) && /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, "utf8"))) || [];
  return 1024 * Number(kibibytes ?? process.resourceUsage().maxRSS);
}
