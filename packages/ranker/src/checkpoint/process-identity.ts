import { codeOf, readFile } from "./node-files.ts";

/**
 * Tells a process from a later one that was given the same number: the boot and the moment it started, where `/proc` says so. Undefined
 * where it does not, or where there is no such process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  try {
    const fields = await statusFields(pid);
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs; with `start`, whether it is the one that started then. */
export async function isRunning(pid: number, start: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Signals to a process of somebody else are refused: it runs.
    if (codeOf(error) === "ESRCH") return false;
  }
  // A process that was killed, and whose parent has not asked for its exit code yet, can be signalled still.
  const [state] = await statusFields(pid).catch(() => []);
  if (state === "Z" || state === "X") return false;
  if (start === undefined) return true;
  const now = await startOf(pid);
  return now === undefined || now === start;
}

/** What `/proc` says about a process, from its state on: the name before that may contain anything. */
async function statusFields(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
