import { codeOf, hostname, link, open, randomBytes, readFile, rename, rm, writeFlushed } from "./files.ts";

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** The time when the lock was acquired, as an ISO date. */
  readonly since: string;
  /** A random string that identifies this acquisition of the lock. */
  readonly token: string;
  /** The start time of the process, if known, to distinguish it from a later process with the same pid. */
  readonly start?: string;
}

export interface FileLock {
  /** Throws an error unless this process still holds the lock; a user may have removed the file by hand. */
  readonly verify: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** Thrown if another process, or another training run in this process, holds the lock. */
class LockedError extends Error {
  override readonly name = "LockedError";
}

/**
 * Acquires a lock: a file that names its holder and that only one process can create. If the holder is a dead process on this machine, its
 * lock is taken over; any other lock causes an error.
 *
 * The file is written under a temporary name and then linked, so that no process reads a partial file. To take over a lock, a process first
 * acquires a second lock named after the dead holder, so that only one process replaces the file, and only while it still belongs to that
 * holder.
 */
export async function acquireLock(path: string, place: string): Promise<FileLock> {
  const token = randomBytes(8).toString("hex");
  const start = await startOf(process.pid);
  const { pid } = process;
  const since = new Date().toISOString();
  const own: LockHolder = { pid, host: hostname(), since, token, ...(start === undefined ? {} : { start }) };
  const temporary = `${path}.${pid}-${token}`;
  try {
    for (;;) {
      if (await linked(path, temporary, own)) return heldLock(path, place, own);
      const holder = await readHolder(path);
      if (holder === undefined) continue;
      if (holder.host !== own.host || (await isRunning(holder.pid, holder.start))) throw locked(path, place, holder);
      if (await replaced(path, temporary, holder, place)) return heldLock(path, place, own);
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

async function linked(path: string, temporary: string, own: LockHolder): Promise<boolean> {
  await writeFlushed(temporary, `${JSON.stringify(own)}\n`);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    // EEXIST: another process holds the lock. ENOENT: it has removed the temporary file, which it took for a leftover.
    if (code === "EEXIST" || code === "ENOENT") return false;
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return created(path, own);
    throw error;
  }
}

/** Creates the lock file on a file system without hard links; returns false if it exists. */
async function created(path: string, own: LockHolder): Promise<boolean> {
  try {
    const handle = await open(path, "wx");
    await handle.writeFile(`${JSON.stringify(own)}\n`).finally(() => handle.close());
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the lock file of a dead process; returns false if another process was faster. */
async function replaced(path: string, temporary: string, dead: LockHolder, place: string): Promise<boolean> {
  let claim: FileLock;
  try {
    claim = await acquireLock(`${path}.${dead.token}`, place);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  }
  try {
    if ((await readHolder(path))?.token !== dead.token) return false;
    await rename(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  } finally {
    await claim.release();
  }
}

function heldLock(path: string, place: string, own: LockHolder): FileLock {
  const isOwn = async (): Promise<boolean> => (await readHolder(path))?.token === own.token;
  return {
    async verify() {
      if (await isOwn()) return;
      throw new Error(`${path} no longer belongs to this process, which stopped to avoid overwriting ${place}`);
    },
    async release() {
      if (await isOwn().catch(() => false)) await rm(path, { force: true });
    },
  };
}

/** Reads the holder of a lock; undefined if the lock file does not exist. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    if (Number.isInteger(holder?.pid) && typeof holder?.host === "string" && /^[0-9a-f]+$/.test(holder.token ?? "")) {
      return holder as LockHolder;
    }
  } catch {
    // Text that is not JSON is reported below.
  }
  throw new Error(
    `${path} is damaged: it does not name its holder; remove it if no process is writing to the directory`,
  );
}

function locked(path: string, place: string, { pid, host, since }: LockHolder): LockedError {
  const who = pid === process.pid && host === hostname() ? "this process" : "another process";
  const elsewhere = host === hostname() ? "" : `; if that process is gone, remove ${path}`;
  return new LockedError(
    `${place} is being written by ${who} (pid ${pid} on ${host}, since ${since}); wait until it ends, or stop it${elsewhere}`,
  );
}

/**
 * The boot ID and the start time of a process, from `/proc`, which distinguish it from a later process with the same pid. Undefined if the
 * platform has no `/proc`, or the process does not exist.
 */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const fields = await statusFields(pid);
    const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Whether a process on this machine is running and, if `start` is given, has the start time `start`. */
async function isRunning(pid: number, start: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that a different user runs the process.
    if (codeOf(error) === "ESRCH") return false;
  }
  // A zombie, whose parent has not collected its exit code yet, still accepts signals.
  const [state] = await statusFields(pid).catch(() => []);
  if (state === "Z" || state === "X") return false;
  if (start === undefined) return true;
  const now = await startOf(pid);
  return now === undefined || now === start;
}

/** The fields of `/proc/<pid>/stat` starting with the state, because the process name before it may contain any character. */
async function statusFields(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
