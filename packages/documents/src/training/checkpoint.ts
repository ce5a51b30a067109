import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { writeFileAtomic } from "@tierwise/data/files";
import type { DocumentLists } from "../lists/document-lists.ts";
import type { DocumentProgress, ScorerKind } from "../model/document-model.ts";
import { plainArrays } from "../model/plain-arrays.ts";
import type { ResolvedTraining } from "./training.ts";

/** The part of a run's stored progress that does not depend on the scorer. */
export interface StoredProgress {
  readonly history: readonly DocumentProgress[];
}

export interface Checkpoint<State extends StoredProgress> {
  /** The stored progress, as JSON; undefined if the run is new. */
  readonly restored: State | undefined;
  /** Stores the progress if a checkpoint is due, or if training is about to be cancelled. */
  save(state: () => State): Promise<void>;
}

const format = "tierwise-documents-training";
const version = 1;

/** Opens the checkpoint of a run. Throws an error if the file contains a different run. */
export async function openCheckpoint<State extends StoredProgress>(
  scorer: ScorerKind,
  training: ResolvedTraining,
): Promise<Checkpoint<State>> {
  const { checkpoint, signal } = training;
  if (checkpoint === undefined) return { restored: undefined, save: async () => {} };
  const { file, everySeconds = 60 } = checkpoint;
  if (!(everySeconds >= 0)) throw new RangeError(`everySeconds is ${everySeconds}; expected a nonnegative number`);
  const run = identityOf(scorer, training);
  const restored = existsSync(file) ? await readState<State>(file, run) : undefined;
  let last = performance.now();
  return {
    restored,
    async save(state) {
      if (signal?.aborted !== true && performance.now() - last < 1000 * everySeconds) return;
      await writeFileAtomic(file, `${JSON.stringify({ format, version, run, state: state() }, plainArrays)}\n`);
      last = performance.now();
    },
  };
}

/** The settings that determine the model, and hashes of the data, each as a string. */
function identityOf(scorer: ScorerKind, { lists, validation, loss, criterion, patience, seed }: ResolvedTraining) {
  if (loss.spec === undefined) {
    throw new RangeError("the loss is a function without a spec; expected a loss with a spec, or no checkpoint");
  }
  const identity = { scorer, loss: loss.spec, criterion, patience, seed };
  return {
    ...Object.fromEntries(Object.entries(identity).map(([name, value]) => [name, JSON.stringify(value) ?? "default"])),
    "training lists": fingerprint(lists),
    "validation lists": validation === undefined ? "none" : fingerprint(validation),
  };
}

/** A hash of all numbers of the lists. */
function fingerprint({ features, grades, offsets, weights = new Float64Array(0) }: DocumentLists): string {
  const hash = createHash("sha256");
  for (const { buffer, byteOffset, byteLength } of [features, grades, offsets, weights]) {
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest("hex");
}

async function readState<State>(file: string, run: Readonly<Record<string, string>>): Promise<State> {
  let stored: { format?: unknown; version?: unknown; run?: Record<string, string>; state?: State };
  try {
    stored = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (stored?.format !== format || stored.version !== version || stored.state === undefined) {
    throw new Error(`${file} is not a checkpoint of version ${version}; remove it to start again`);
  }
  const changed = Object.keys(run).filter((name) => run[name] !== stored.run?.[name]);
  if (changed.length > 0) {
    throw new Error(`${file} holds a training run that differs in ${changed.join(", ")}; remove it to start again`);
  }
  return stored.state;
}
