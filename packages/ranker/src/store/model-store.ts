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
 * A directory that this process alone writes to. What it holds is in one file, the header, and every change is one renaming of it:
 *
 *     nothing ──begin──> training ──last member finished──> model
 *     model ──begin──> model + replacement ──last member finished──> the replacement is the model
 *
 * Whatever the moment at which the process is killed, the directory is in one of these states, whole.
 */
export interface ModelStore {
  readonly directory: string;
  /** What the directory holds; undefined where that is nothing, or cannot be read. */
  readonly header: () => Header | undefined;
  /** Why what is there cannot be read. */
  readonly damage: Error | undefined;
  /** Begins a model, beside the one that is there; nothing is written yet. */
  readonly begin: (model: Omit<StoredModel, "members">) => void;
  /** Goes on with the training that is there, and returns it. */
  readonly goOn: () => StoredModel;
  /** Writes a member of what was begun. With the last member finished, it becomes the model. */
  readonly writeMember: (
    index: number,
    member: Omit<StoredMember, "arrays">,
    arrays: Readonly<Record<string, StoredArray>>,
  ) => Promise<void>;
  /** Takes back what was begun, where nothing but its beginning was written: the directory then is as it was before. */
  readonly discard: () => Promise<void>;
  /** Lets others write, and removes directories that were made for nothing. */
  readonly close: () => Promise<void>;
}

const lockFile = "ranker.lock";

/** Takes a directory; throws a sentence where another process has it, or where it cannot be written to. */
export async function openStore(directory: string): Promise<ModelStore> {
  // Loaded here so that a page, which has no files, need not find it.
  const { makeDirectory } = await import("@tierwise/data/make-directory");
  const made = await makeDirectory(directory);
  const lock = await acquireLock(join(directory, lockFile), directory).catch(async (error: unknown) => {
    await removeEmpty(made);
    // The name of the lock says nothing to whoever asked for a model.
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
  let begun = false;
  let writings = 0;

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
      begun = true;
      writings = 0;
    },
    goOn() {
      if (header === undefined) throw new Error(`${directory} holds no training; expected one to go on with`);
      if (header.version === 1) {
        throw new Error(
          `${directory} was written by an earlier release, in format 1: it loads, but cannot be gone on with`,
        );
      }
      training = header.replacement ?? header.model;
      kept = header.replacement === undefined ? undefined : header.model;
      return training;
    },
    async writeMember(index, member, arrays) {
      if (training === undefined) throw new Error("nothing was begun; expected begin or goOn first");
      const generation = await nextGeneration(directory, header);
      const prefix = training.memberCount === 1 ? "" : `member-${index + 1}.`;
      try {
        const entries = await writeArrays(directory, { prefix, generation }, arrays);
        const members = [...training.members.slice(0, index), { ...member, arrays: entries }];
        const next = { ...training, members };
        const beside = kept !== undefined && !isFinished(next);
        await exchange(beside ? { model: kept as StoredModel, replacement: next } : { model: next }, generation);
        training = next;
        writings++;
      } catch (error) {
        // Nothing half-written is left, and what was there stays.
        await removeUnnamed(directory, header).catch(() => {});
        throw error;
      }
    },
    async discard() {
      if (!begun || writings !== 1 || header === undefined) return;
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

/** Whether a model has learned anything, or was saved as it is. */
function isWorthKeeping(model: StoredModel): boolean {
  return isFinished(model) || model.members.some(({ steps }) => steps > 0);
}

/** Removes what processes left that were killed while they took the lock. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const file of await readdir(directory)) {
    if (file.startsWith(`${lockFile}.`)) await rm(join(directory, file), { force: true });
  }
}

async function removeEmpty(directories: readonly string[]): Promise<void> {
  for (const directory of directories.toReversed()) await rmdir(directory).catch(() => {});
}
