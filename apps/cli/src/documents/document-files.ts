import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors/usage-error.ts";

/** The file in a directory that contains its document model. */
export const documentsFile = "documents.json";

/** The name of the checkpoint for the training run with learning rate number `index`, in the model's directory. */
export function checkpointName(index: number): string {
  return `training-${index}.json`;
}

const checkpointNames = /^training-\d+\.json$/;
/** Matches temporary files, which a process leaves behind if it is killed while it writes a file. */
const leftovers = /^(documents|training-\d+)\.json\..*\.tmp$/;

/** Throws if the directory is not empty, unless `--force` or `--resume` allows using the model or training run in it. */
export function checkModelDirectory(
  directory: string,
  { force, resume }: { readonly force: boolean; readonly resume: boolean },
): void {
  if (force && resume) {
    throw new UsageError("--resume continues a training run and --force starts a new one; expected only one of them");
  }
  const held = existsSync(directory) ? readdirSync(directory).filter((name) => !leftovers.test(name)) : [];
  const other = held.find((name) => name !== documentsFile && !checkpointNames.test(name));
  if (other !== undefined) {
    throw new UsageError(`--model ${directory} contains ${other}; expected a new or empty directory`);
  }
  if (force) return;
  if (held.some((name) => checkpointNames.test(name))) {
    if (resume) return;
    throw new UsageError(
      `--model ${directory} contains an unfinished training run; --resume continues it, --force starts a new one`,
    );
  }
  if (held.length > 0) throw new UsageError(`--model ${directory} contains a model; use --force to replace it`);
}

/** Whether a directory has an unfinished training run. */
export function hasCheckpoint(directory: string): boolean {
  return existsSync(join(directory, checkpointName(0)));
}

/** Removes checkpoints and incomplete files from a directory. */
export async function removeCheckpoints(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    if (checkpointNames.test(name) || leftovers.test(name)) await rm(join(directory, name));
  }
}
