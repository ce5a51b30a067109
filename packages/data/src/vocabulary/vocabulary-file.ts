import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readRawBytes } from "../files/read-file.ts";
import { writeFileAtomic } from "../files/write-file.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The name of the file that contains the vocabulary of the data files in the same folder. */
export const vocabularyFileName = "vocabulary.json";

interface VocabularyFile extends Vocabulary {
  readonly format: "tierwise-vocabulary";
  readonly version: 1;
  /** The SHA-256 of each data file that the vocabulary describes, by file name. */
  readonly files: Readonly<Record<string, string>>;
  /** The group of each row, such as its user, for the files that have groups. */
  readonly groups?: Readonly<Record<string, readonly number[]>> | undefined;
}

/** The vocabulary of a data file, with the groups of its rows. */
export interface FileVocabulary extends Vocabulary {
  /** The group of each row, such as its user. Default: unknown. */
  readonly groups?: readonly number[] | undefined;
}

/** Options for {@link writeVocabulary}. */
export interface WriteVocabularyOptions {
  /** For files that have groups: the group of each row, by file name. Default: none. */
  readonly groups?: Readonly<Record<string, readonly number[]>>;
}

/** Options for {@link readVocabulary}. */
export interface ReadVocabularyOptions {
  /** Called with a message if the data file has changed since its vocabulary was written. Default: none. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Writes the vocabulary of some data files to `vocabulary.json` in their folder, with the checksums of the data files, so that {@link
 * readVocabulary} detects later changes to them.
 *
 * @param folder - The folder of the data files.
 * @param fileNames - The names of the data files in it, already written.
 * @param vocabulary - The names of their items and features.
 * @param options - The groups of their rows.
 * @returns The path of the new file.
 *
 * @example
 * ```ts
 * import { appendFileSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { basename, join } from "node:path";
 * import { readVocabulary, writeVocabulary } from "@tierwise/data";
 *
 * const folder = mkdtempSync(join(tmpdir(), "tierwise-"));
 * const path = join(folder, "train.txt");
 * writeFileSync(path, "1 2 1\n0 1:1\n");
 * const written = await writeVocabulary(folder, ["train.txt"], { itemNames: ["tea"], featureNames: ["hot", "cold"] });
 * console.log(basename(written)); // vocabulary.json
 * console.log((await readVocabulary(path))?.featureNames); // [ 'hot', 'cold' ]
 *
 * appendFileSync(path, "\n");
 * console.log(await readVocabulary(path, { onWarning: () => console.log("changed") }));
 * // changed
 * // undefined
 * ```
 */
export async function writeVocabulary(
  folder: string,
  fileNames: readonly string[],
  vocabulary: Vocabulary,
  { groups }: WriteVocabularyOptions = {},
): Promise<string> {
  const { itemNames, itemTitles, featureNames, featureItems } = vocabulary;
  const files: Record<string, string> = {};
  for (const name of fileNames) files[name] = await sha256Of(join(folder, name));
  const content: VocabularyFile = {
    format: "tierwise-vocabulary",
    version: 1,
    files,
    groups,
    itemNames,
    itemTitles,
    featureNames,
    featureItems,
  };
  const path = join(folder, vocabularyFileName);
  await writeFileAtomic(path, `${JSON.stringify(content)}\n`);
  return path;
}

/**
 * Reads the vocabulary of a data file from `vocabulary.json` in the same folder, as {@link writeVocabulary} writes it.
 *
 * @param path - The data file.
 * @param options - The function that receives warnings.
 * @returns The vocabulary; undefined if there is none or it does not describe this file. If the file has changed, its features may have new
 * meanings; the result is then undefined, with a warning.
 * @throws DatasetError if `vocabulary.json` is damaged.
 */
export async function readVocabulary(
  path: string,
  { onWarning }: ReadVocabularyOptions = {},
): Promise<FileVocabulary | undefined> {
  const file = join(dirname(path), vocabularyFileName);
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const content = parseContent(text, file);
  const { format, version, files } = content;
  if (format !== "tierwise-vocabulary") return undefined;
  if (version !== 1) throw new DatasetError(`version is ${JSON.stringify(version)}; expected 1`, { file });
  const name = basename(path);
  const digest = typeof files === "object" && files && Object.hasOwn(files, name) ? files[name] : undefined;
  if (digest === undefined) return undefined;
  if (digest !== (await sha256Of(path))) {
    onWarning?.(`${path} has changed since ${file} was written; the names of its features and items are not used`);
    return undefined;
  }
  return {
    itemNames: arrayOf("itemNames", isString, content, file),
    itemTitles: arrayOf("itemTitles", isString, content, file),
    featureNames: arrayOf("featureNames", isString, content, file),
    featureItems: arrayOf("featureItems", isItem, content, file),
    ...groupsOf(name, content, file),
  };
}

/** The group of each row in a data file; empty if there are no groups. */
function groupsOf(name: string, { groups }: Unchecked, file: string): Pick<FileVocabulary, "groups"> {
  if (typeof groups !== "object" || groups === null || !Object.hasOwn(groups, name)) return {};
  const found: unknown = (groups as Record<string, unknown>)[name];
  if (Array.isArray(found) && found.every(Number.isInteger)) return { groups: found };
  throw new DatasetError(`groups[${JSON.stringify(name)}] is not an array of integers; the file is damaged`, { file });
}

type Unchecked = Partial<Record<keyof VocabularyFile, unknown>> & Pick<Partial<VocabularyFile>, "files">;

function parseContent(text: string, file: string): Unchecked {
  try {
    return (JSON.parse(text) ?? {}) as Unchecked;
  } catch (cause) {
    throw new DatasetError("is not JSON; the file is damaged", { file, cause });
  }
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isItem(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -1;
}

function arrayOf<Entry>(
  name: keyof Vocabulary,
  isEntry: (value: unknown) => value is Entry,
  { [name]: entries }: Unchecked,
  file: string,
): readonly Entry[] | undefined {
  if (entries === undefined) return undefined;
  if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  throw new DatasetError(
    `${name} is not an array of ${name === "featureItems" ? "items" : "names"}; the file is damaged`,
    { file },
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await readRawBytes(path, (bytes) => hash.update(bytes));
  return hash.digest("hex");
}
