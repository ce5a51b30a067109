import { acquireLock } from "./file-lock.ts";
import { join, readdir, rm, rmdir, type StoredArray } from "./files.ts";
import { type Header, isFinished, type StoredMember, type StoredModel } from "./header.ts";
import {
  exchangeHeader,
  findHeader,
  headerFile,
  nextGeneration,
  removeUnnamed,
  writeArrays,
} from "./model-directory.ts";

/**
 * A directory that only this process writes to. A single file, the header, describes its contents. Every change renames a new header into
 * place:
 *
 *     empty ──begin──> training ──last member finished──> model
 *     model ──begin──> model + replacement ──last member finished──> the replacement is the model
 *
 * Even if the process is killed, the directory is always in exactly one of these states.
 */
export interface ModelStore {
  readonly directory: string;
  /** The header; undefined if the directory is empty or cannot be read. */
  readonly header: () => Header | undefined;
  /** The reason why the contents cannot be read; undefined if they can be read. */
  readonly damage: Error | undefined;
  /** Begins a new model alongside the existing one; nothing is written yet. */
  readonly begin: (model: Omit<StoredModel, "members">) => void;
  /** Continues the unfinished model in the directory, and returns it. */
  readonly resume: () => StoredModel;
  /** Writes a member of the new model. The new model replaces the current one when its last member is finished. */
  readonly writeMember: (
    index: number,
    member: Omit<StoredMember, "arrays">,
    arrays: Readonly<Record<string, StoredArray>>,
  ) => Promise<void>;
  /** If only the initial checkpoint was written, undoes `begin` and restores the previous contents of the directory. */
  readonly discard: () => Promise<void>;
  /** Releases the lock, and removes directories that were created but are still empty. */
  readonly close: () => Promise<void>;
}

const lockFile = "ranker.lock";

/** Opens a directory for writing. Throws an error if another process is writing to it, or if it is not writable. */
export async function openStore(directory: string): Promise<ModelStore> {
  // Imported only here, so that web pages, which have no file system, do not load this module.
  const { makeDirectory } = await import("@tierwise/data/make-directory");
  const made = await makeDirectory(directory);
  const lock = await acquireLock(join(directory, lockFile), directory).catch(async (error: unknown) => {
    await removeEmpty(made);
    // The error names the directory that the caller passed, not the lock file.
    throw error instanceof Error && "syscall" in error ? Object.assign(error, { path: directory }) : error;
  });
  await removeLeftovers(directory);
  let damage: Error | undefined;
  let header = await findHeader(directory).catch((error: Error) => {
    damage = error;
    return undefined;
  });
  let training: StoredModel | undefined;
  let kept: StoredModel | undefined;
  let started = false;
  let writes = 0;

  async function exchange(content: Pick<Header, "model" | "replacement">, generation: number): Promise<void> {
    header = await exchangeHeader(directory, { generation, ...content }, lock.verify);
    damage = undefined;
    await removeUnnamed(directory, header);
  }

  return {
    directory,
    header: () => header,
    get damage() {
      return damage;
    },
    begin(model) {
      training = { ...model, members: [] };
      kept = header !== undefined && isWorthKeeping(header.model) ? header.model : undefined;
      started = true;
      writes = 0;
    },
    resume() {
      if (header === undefined) throw new Error(`${directory} has no training run to resume`);
      if (header.version === 1) {
        throw new Error(
          `${directory} was written by an earlier release, in format 1, which can be loaded but not resumed`,
        );
      }
      training = header.replacement ?? header.model;
      kept = header.replacement === undefined ? undefined : header.model;
      return training;
    },
    async writeMember(index, member, arrays) {
      if (training === undefined) throw new Error("no model has been begun; call begin() or resume() first");
      const generation = await nextGeneration(directory, header);
      const prefix = training.memberCount === 1 ? "" : `member-${index + 1}.`;
      try {
        const entries = await writeArrays(directory, { prefix, generation }, arrays);
        const members = [...training.members.slice(0, index), { ...member, arrays: entries }];
        const next = { ...training, members };
        const beside = kept !== undefined && !isFinished(next);
        await exchange(beside ? { model: kept as StoredModel, replacement: next } : { model: next }, generation);
        training = next;
        writes++;
      } catch (error) {
        // Removes partial files and keeps the previous contents.
        await removeUnnamed(directory, header).catch(() => {});
        throw error;
      }
    },
    async discard() {
      if (!started || writes !== 1 || header === undefined) return;
      if (kept !== undefined) await exchange({ model: kept }, header.generation + 1);
      else {
        await lock.verify();
        await rm(join(directory, headerFile), { force: true });
        header = undefined;
        await removeUnnamed(directory, undefined);
      }
    },
    async close() {
      await lock.release();
      if (header === undefined) await removeEmpty(made);
    },
  };
}

/** Whether a model is finished or has been trained for at least one step. */
function isWorthKeeping(model: StoredModel): boolean {
  return isFinished(model) || model.members.some(({ steps }) => steps > 0);
}

/** Removes the files of processes that were killed while acquiring the lock. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const file of await readdir(directory)) {
    if (file.startsWith(`${lockFile}.`)) await rm(join(directory, file), { force: true });
  }
}

async function removeEmpty(directories: readonly string[]): Promise<void> {
  for (const directory of directories.toReversed()) await rmdir(directory).catch(() => {});
}
