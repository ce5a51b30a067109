import { codeOf, hostname, link, open, randomBytes, readFile, rename, rm, writeFlushed } from "./files.ts";

/** Who holds a lock. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Since when, as an ISO date. */
  readonly since: string;
  /** Tells this holding from every other. */
  readonly token: string;
  /** What tells the process from a later one with its number, where known. */
  readonly start?: string;
}

/** A lock that is held. */
export interface FileLock {
  /** Throws unless the lock is held still: somebody may have removed its file by hand. */
  readonly verify: () => Promise<void>;
  /** Lets the lock go. */
  readonly release: () => Promise<void>;
}

/** A lock that another process, or another training of this process, holds. */
class LockedError extends Error {
  override readonly name = "LockedError";
}

/**
 * Takes a lock: a file that names its holder and that only one process can make. The lock of a process of this machine that is no more
 * is taken over; any other is refused with a sentence.
 *
 * The holder's file is written under another name and then linked, so that nobody reads half of it. To take over, a process first takes
 * a second lock that is named for the dead holding: so only one of several replaces the file, and only while it is still the dead one's.
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

/** Makes the lock's file where there is none. */
async function linked(path: string, temporary: string, own: LockHolder): Promise<boolean> {
  await writeFlushed(temporary, `${JSON.stringify(own)}\n`);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    // Whoever holds the lock tidies up, and may take the temporary file away.
    if (code === "EEXIST" || code === "ENOENT") return false;
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return created(path, own);
    throw error;
  }
}

/** The same on a file system that has no links. */
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

/** Puts our file in the place of that of a dead process; false where another was faster. */
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
      throw new Error(`${path} is not this process's any more; it stops, so as not to write over what is in ${place}`);
    },
    async release() {
      if (await isOwn().catch(() => false)) await rm(path, { force: true });
    },
  };
}

/** Who holds a lock; undefined where nobody does. */
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
    // Said below.
  }
  throw new Error(`${path} does not say who holds it: it is damaged; remove it if nobody is writing there`);
}

function locked(path: string, place: string, { pid, host, since }: LockHolder): LockedError {
  const who = pid === process.pid && host === hostname() ? "this process" : "another process";
  const elsewhere = host === hostname() ? "" : `; if that process is gone, remove ${path}`;
  return new LockedError(
    `${place} is being written by ${who} (pid ${pid} on ${host}, since ${since}); wait until it ends, or stop it${elsewhere}`,
  );
}

/**
 * Tells a process from a later one that was given the same number: the boot and the moment it started, where `/proc` says so. Undefined
 * where it does not, or where there is no such process.
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

/** Whether a process of this machine runs; with `start`, whether it is the one that started then. */
async function isRunning(pid: number, start: string | undefined): Promise<boolean> {
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
