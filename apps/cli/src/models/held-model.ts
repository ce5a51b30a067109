import type { HeldStatus, ModelDirectory } from "@tierwise/ranker";
import { ago } from "../terminal/ago.ts";

/** What a training may do to what its directory holds. */
export interface Permission {
  /** `--resume`: go on with it. */
  readonly resume: boolean;
  /** `--force`: replace it. */
  readonly force: boolean;
}

/**
 * What can be gone on with in a directory; undefined where a training begins. Throws a sentence where neither `--resume` nor `--force`
 * says what to do about what is there.
 */
export function heldTraining(place: ModelDirectory, { resume, force }: Permission): HeldStatus | undefined {
  const status = place.status();
  if (status.state === "empty" || force) return undefined;
  if (status.state === "damaged") throw new Error(`${status.reason}; --force replaces it`);
  if (resume && status.training.settings === undefined) {
    throw new Error(`${place.directory} holds a model but no training to go on with; --force replaces it`);
  }
  if (!resume) throw new Error(describe(place.directory, status));
  return status;
}

function describe(directory: string, { state, written, training }: HeldStatus): string {
  const { memberCount, finishedMembers, epochs, record } = training;
  const by = record?.command === undefined ? "" : ` by: ${record.command}`;
  const when = `last written ${ago(new Date(written))}${by}`;
  const ensemble = memberCount === 1 ? "model" : `ensemble of ${memberCount} models`;
  if (state === "finished") {
    return `${directory} holds a finished ${ensemble}, ${when}\n--force replaces it once the new one is complete.`;
  }
  const member = memberCount === 1 ? "" : `, in model ${Math.min(finishedMembers + 1, memberCount)} of ${memberCount}`;
  const kept = state === "replacing" ? "a model, and the training of another to replace it" : "a training";
  return `${directory} holds ${kept} that is not finished (after ${epochs} epochs${member}), ${when}\nEither go on with --resume, or begin anew with --force.`;
}
