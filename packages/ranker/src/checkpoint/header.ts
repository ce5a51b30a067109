import type { KernelBuild } from "@tierwise/kernels";
import type { NetworkShape } from "../network/shape.ts";
import type { TrainingRecord } from "../training/training-record.ts";
import type { ArrayEntry } from "./array-file.ts";

/** What makes a header ours. */
export const headerFormat = "tierwise-ranker";
/** The version of the format that is written. */
export const headerVersion = 2;

/** One ranker of a model. */
export interface StoredMember {
  readonly shape: NetworkShape;
  readonly seed: number;
  readonly normalize: boolean;
  readonly steps: number;
  readonly kernelBuild: KernelBuild;
  /** Of a ranker that was trained into the directory: the settings and the state of its training. */
  readonly training?: unknown;
  readonly arrays: Readonly<Record<string, ArrayEntry>>;
}

/** A model, whole or being trained. */
export interface StoredModel {
  /** How many members it has when it is complete. */
  readonly memberCount: number;
  readonly itemNames?: readonly string[];
  readonly record?: TrainingRecord;
  /** The members so far; all are finished but perhaps the last. */
  readonly members: readonly StoredMember[];
}

/** The one file that says what a directory holds; its renaming is what changes that. */
export interface Header {
  readonly format: typeof headerFormat;
  readonly version: number;
  /** Counts the writings to a directory. */
  readonly generation: number;
  /** When it was written, as an ISO date. */
  readonly written: string;
  /** What is loaded. */
  readonly model: StoredModel;
  /** A training whose model takes the place of `model` when it is complete. */
  readonly replacement?: StoredModel;
}

/** Whether the training of a member came to its end. */
export function isFinishedMember({ training }: StoredMember): boolean {
  return training === undefined || (training as { state?: { finished?: unknown } }).state?.finished === true;
}

/** Whether all members are there and finished. */
export function isFinished({ members, memberCount }: StoredModel): boolean {
  return members.length === memberCount && members.every(isFinishedMember);
}

/** Throws a sentence unless a parsed file has a format and version that this release reads. */
export function checkFormat(parsed: unknown, path: string): void {
  const header = (typeof parsed === "object" && parsed !== null ? parsed : {}) as Partial<Header>;
  if (header.format !== headerFormat) {
    throw new Error(
      `${path} is not a ranker's: its format is ${JSON.stringify(header.format)}; expected "${headerFormat}"`,
    );
  }
  if (header.version !== headerVersion) {
    throw new Error(`${path} has version ${header.version}; this release reads version ${headerVersion}`);
  }
}

/** Throws a sentence unless a parsed file, whose digest is right, has what a header has. */
export function checkHeader(parsed: unknown, path: string): Header {
  const { generation, model, replacement } = parsed as Header;
  if (!Number.isSafeInteger(generation) || model === undefined) {
    throw new Error(`${path} lacks a generation or a model: it is damaged`);
  }
  checkModel(model, path);
  if (replacement !== undefined) checkModel(replacement, path);
  return parsed as Header;
}

function checkModel({ members, memberCount, itemNames }: StoredModel, path: string): void {
  if (!Array.isArray(members) || !(memberCount >= 1) || members.length === 0 || members.length > memberCount) {
    throw new Error(`${path} does not have the members that it says it has: it is damaged`);
  }
  for (const member of members) checkMember(member, path);
  const { items } = members[0].shape;
  if (itemNames !== undefined && !(Array.isArray(itemNames) && itemNames.length === items)) {
    throw new Error(`${path} does not have one name for each of ${items} items: it is damaged`);
  }
}

function checkMember({ shape, seed, steps, arrays, normalize, kernelBuild }: StoredMember, path: string): void {
  const sizes = [shape?.features, shape?.hidden, shape?.items, seed, steps];
  if (
    !sizes.every((size) => Number.isSafeInteger(size)) ||
    typeof arrays !== "object" ||
    arrays === null ||
    typeof normalize !== "boolean" ||
    (kernelBuild !== "simd" && kernelBuild !== "relaxed-simd")
  ) {
    throw new Error(`${path} lacks sizes, seed, steps or arrays: it is damaged`);
  }
  for (const [name, entry] of Object.entries(arrays)) {
    const sound =
      typeof entry?.file === "string" &&
      /^[a-z0-9][a-z.0-9-]*$/i.test(entry.file) &&
      Number.isSafeInteger(entry.length) &&
      typeof entry.sha256 === "string";
    if (!sound) throw new Error(`${path} describes array ${name} wrongly: it is damaged`);
  }
}
