import type { KernelBuild } from "@tierwise/kernels";
import type { Weights } from "../model/layers.ts";
import { neighborsProblem } from "../model/neighbors-part.ts";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import type { ModelVocabulary } from "../model/vocabulary.ts";
import { transformProblem } from "../transforms/transform-rows.ts";
import { type ArrayEntry, createHash, type StoredArray } from "./files.ts";

/** The format name that identifies a header of this package. */
export const headerFormat = "tierwise-ranker";
/** The latest format version that this release reads. */
export const headerVersion = 5;

/** The version to write: 5 with neighbors, 4 with transforms, otherwise 3. Releases that read versions up to 3 would ignore these parts. */
export function versionFor(models: readonly (StoredModel<unknown> | undefined)[]): number {
  if (models.some((model) => model?.neighbors !== undefined)) return 5;
  return models.some((model) => model?.transforms !== undefined) ? 4 : 3;
}

/** The sizes of a network, with the property names used in headers. */
export interface StoredShape {
  readonly features: number;
  readonly hidden: number;
  readonly items: number;
}

/** One ranker of a model. `Entry` is the location of an array: a file in the directory, or a position in a single file. */
export interface StoredMember<Entry = ArrayEntry> {
  readonly shape: StoredShape;
  readonly seed: number;
  readonly normalize: boolean;
  readonly steps: number;
  readonly kernelBuild: KernelBuild;
  /** The settings and state of training, if the ranker was trained in the directory. */
  readonly training?: unknown;
  readonly arrays: Readonly<Record<string, Entry>>;
}

/** A model that is complete or being trained. */
export interface StoredModel<Entry = ArrayEntry> extends ModelVocabulary {
  readonly memberCount: number;
  readonly record?: TrainingRecord;
  /** The members so far; all except possibly the last are finished. */
  readonly members: readonly StoredMember<Entry>[];
}

/** The file that describes the contents of a directory. The directory changes only when a new header is renamed into place. */
export interface Header {
  readonly format: typeof headerFormat;
  /** The format version of the file; the contents of earlier versions are converted to the current version. */
  readonly version: number;
  /** The versions of this package and of Node that wrote the file. */
  readonly writtenBy?: Readonly<Record<string, string>>;
  /** The number of the last write to the directory. */
  readonly generation: number;
  /** The time of the last write, as an ISO date. */
  readonly written: string;
  readonly model: StoredModel;
  /** An unfinished model that will replace `model` when training is complete. */
  readonly replacement?: StoredModel;
}

export function isFinishedMember({ training }: StoredMember<unknown>): boolean {
  return training === undefined || (training as { state?: { finished?: unknown } }).state?.finished === true;
}

export function isFinished({ members, memberCount }: StoredModel<unknown>): boolean {
  return members.length === memberCount && members.every(isFinishedMember);
}

export function checkHeader(parsed: unknown, path: string): Header {
  const { generation, model, replacement } = parsed as Header;
  if (!Number.isSafeInteger(generation) || model === undefined) {
    throw new Error(`${path} does not contain a generation and a model; the file is damaged`);
  }
  checkModel(model, path, isFileEntry);
  if (replacement !== undefined) checkModel(replacement, path, isFileEntry);
  return parsed as Header;
}

function isFileEntry({ file }: Partial<ArrayEntry>): boolean {
  return typeof file === "string" && /^(?:member-[0-9]+\/)?[a-z0-9][a-z.0-9-]*$/i.test(file);
}

/** Checks the description of a model; `isEntry` checks whether an array entry has a valid location. */
export function checkModel<Entry>(
  model: StoredModel<Entry>,
  path: string,
  isEntry: (entry: Partial<Entry>) => boolean,
): void {
  const { members, memberCount, itemNames, itemTitles, featureNames, featureItems, transforms, neighbors } = model;
  if (!Array.isArray(members) || !(memberCount >= 1) || members.length === 0 || members.length > memberCount) {
    throw new Error(`${path} has a wrong number of members; the file is damaged`);
  }
  for (const member of members) checkMember(member, path, isEntry);
  const { items, features, hidden } = members[0].shape;
  for (const { shape, normalize } of members) {
    const same = shape.items === items && shape.features === features && shape.hidden === hidden;
    if (same && normalize === members[0].normalize) continue;
    throw new Error(`${path} has members that differ in size or options; the file is damaged`);
  }
  const problem = transforms === undefined ? undefined : transformProblem(transforms, features);
  if (problem !== undefined) throw new Error(`${path} has transforms that ${problem}; the file is damaged`);
  const wrong = neighbors === undefined ? undefined : neighborsProblem(neighbors, features, items);
  if (wrong !== undefined) throw new Error(`${path} has neighbors that ${wrong}; the file is damaged`);
  for (const entries of [itemNames, itemTitles]) {
    if (entries === undefined || (areNames(entries) && entries.length === items)) continue;
    throw new Error(`${path} does not have one name for each of ${items} items; the file is damaged`);
  }
  if (featureNames !== undefined && !areNames(featureNames)) {
    throw new Error(`${path} does not have names for its features; the file is damaged`);
  }
  for (const entries of [featureNames, featureItems]) {
    if (entries === undefined || (Array.isArray(entries) && entries.length === features)) continue;
    throw new Error(`${path} has an array that does not have one entry per feature; the file is damaged`);
  }
}

function areNames(names: unknown): names is readonly string[] {
  return Array.isArray(names) && names.every((name) => typeof name === "string");
}

function checkMember<Entry>(
  { shape, seed, steps, arrays, normalize, kernelBuild }: StoredMember<Entry>,
  path: string,
  isEntry: (entry: Partial<Entry>) => boolean,
): void {
  const sizes = [shape?.features, shape?.hidden, shape?.items, seed, steps];
  if (
    !sizes.every((size) => Number.isSafeInteger(size)) ||
    typeof arrays !== "object" ||
    arrays === null ||
    typeof normalize !== "boolean" ||
    (kernelBuild !== "simd" && kernelBuild !== "relaxed-simd")
  ) {
    throw new Error(`${path} does not contain sizes, seed, steps and arrays; the file is damaged`);
  }
  for (const [name, entry] of Object.entries(arrays)) {
    const { length, sha256 } = (entry ?? {}) as Partial<ArrayEntry>;
    const valid = Number.isSafeInteger(length) && typeof sha256 === "string" && isEntry(entry);
    if (!valid) throw new Error(`${path} has an invalid entry for array ${name}; the file is damaged`);
  }
}

/** The weight arrays by their names in a header; each name starts with `name`. */
export function weightArrays(name: string, { input, output }: Weights): Record<string, StoredArray> {
  return {
    [`${name}.input`]: input.weights,
    [`${name}.input-bias`]: input.bias,
    [`${name}.output`]: output.weights,
    [`${name}.output-bias`]: output.bias,
  };
}

/** Whether an array is needed to load a ranker. */
export function isWeightArray(name: string): boolean {
  return name.startsWith("weights.");
}

export function rankerMember(ranker: Ranker): Omit<StoredMember, "arrays"> {
  const { featureCount: features, hidden, itemCount: items, seed, normalize, steps, kernelBuild } = ranker;
  return { shape: { features, hidden, items }, seed, normalize, steps, kernelBuild };
}

/** The beginning of a sealed file: its first property is the digest of all bytes after this line. */
const opening = /^\{\n {2}"digest": "([0-9a-f]{64})",\n$/;
const openingLength = '{\n  "digest": "",\n'.length + 64;

/** Converts an object to JSON whose first property is the SHA-256 of the rest of the text, so that any changed byte is detected. */
export function sealed(content: object): string {
  const rest = `${JSON.stringify(content, null, 2).slice(2)}\n`;
  return `{\n  "digest": "${digest(Buffer.from(rest))}",\n${rest}`;
}

/** Whether the bytes of a file are exactly those that {@link sealed} produced. */
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

/** Returns a copy that JSON can represent: non-finite numbers become strings. */
export function toJson<T>(value: T): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "number" && !Number.isFinite(part) ? String(part) : part,
    ),
  );
}

/** The inverse of `toJson`. This is safe because a training state contains no other strings of the forms "NaN" and "Infinity". */
export function fromJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? (words.get(part) ?? part) : part,
  ) as T;
}
