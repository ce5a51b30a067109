import type { KernelBuild } from "@tierwise/kernels";
import type { NetworkShape, Weights } from "../model/layers.ts";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import type { Vocabulary } from "../model/vocabulary.ts";
import { type ArrayEntry, createHash, type StoredArray } from "./files.ts";

/** What makes a header ours. */
export const headerFormat = "tierwise-ranker";
/** The version of the format that is written. */
export const headerVersion = 3;

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
export interface StoredModel extends Vocabulary {
  /** How many members it has when it is complete. */
  readonly memberCount: number;
  readonly record?: TrainingRecord;
  /** The members so far; all are finished but perhaps the last. */
  readonly members: readonly StoredMember[];
}

/** The one file that says what a directory holds; its renaming is what changes that. */
export interface Header {
  readonly format: typeof headerFormat;
  /** The version of the file; what an earlier one held is put as if it were of this one. */
  readonly version: number;
  /** The versions of what wrote it. */
  readonly writtenBy?: Readonly<Record<string, string>>;
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

function checkModel({ members, memberCount, itemNames, featureNames, featureItems }: StoredModel, path: string): void {
  if (!Array.isArray(members) || !(memberCount >= 1) || members.length === 0 || members.length > memberCount) {
    throw new Error(`${path} does not have the members that it says it has: it is damaged`);
  }
  for (const member of members) checkMember(member, path);
  const { items, features } = members[0].shape;
  if (itemNames !== undefined && !(Array.isArray(itemNames) && itemNames.length === items)) {
    throw new Error(`${path} does not have one name for each of ${items} items: it is damaged`);
  }
  for (const entries of [featureNames, featureItems]) {
    if (entries === undefined || (Array.isArray(entries) && entries.length === features)) continue;
    throw new Error(`${path} does not have one entry for each of ${features} features: it is damaged`);
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
      /^(?:member-[0-9]+\/)?[a-z0-9][a-z.0-9-]*$/i.test(entry.file) &&
      Number.isSafeInteger(entry.length) &&
      typeof entry.sha256 === "string";
    if (!sound) throw new Error(`${path} describes array ${name} wrongly: it is damaged`);
  }
}

/** The arrays of weights by the names that they have in a header, which begin with `name`. */
export function weightArrays(name: string, { input, output }: Weights): Record<string, StoredArray> {
  return {
    [`${name}.input`]: input.weights,
    [`${name}.input-bias`]: input.bias,
    [`${name}.output`]: output.weights,
    [`${name}.output-bias`]: output.bias,
  };
}

/** Whether an array is one that a ranker is loaded from. */
export function isWeightArray(name: string): boolean {
  return name.startsWith("weights.");
}

/** What a header says about a ranker. */
export function rankerMember(ranker: Ranker): Omit<StoredMember, "arrays"> {
  const { featureCount: features, hidden, itemCount: items, seed, normalize, steps, kernelBuild } = ranker;
  return { shape: { features, hidden, items }, seed, normalize, steps, kernelBuild };
}

/** How a sealed file begins: its first member is the digest of every byte that follows this line. */
const opening = /^\{\n {2}"digest": "([0-9a-f]{64})",\n$/;
const openingLength = '{\n  "digest": "",\n'.length + 64;

/** An object as JSON whose first member is the SHA-256 of the rest of the text, so that no change of a byte goes unnoticed. */
export function sealed(content: object): string {
  const rest = `${JSON.stringify(content, null, 2).slice(2)}\n`;
  return `{\n  "digest": "${digest(Buffer.from(rest))}",\n${rest}`;
}

/** Whether the bytes of a file are exactly those that {@link sealed} gave. */
export function isSealed(bytes: Buffer): boolean {
  const [, claimed] = opening.exec(bytes.toString("latin1", 0, openingLength)) ?? [];
  return claimed !== undefined && claimed === digest(bytes.subarray(openingLength));
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const words = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** A copy that JSON can hold: numbers that are not finite become words. */
export function toJson<T>(value: T): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
    ),
  );
}

/** What `toJson` was given. No text of a training is one of those words. */
export function fromJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? (words.get(part) ?? part) : part,
  ) as T;
}
