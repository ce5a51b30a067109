import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Vocabulary } from "@tierwise/ranker";
import { writeText } from "../files/write-text.ts";
import type { Session } from "../terminal/session.ts";

/** The file beside data files that names their features and labels. */
interface VocabularyFile extends Vocabulary {
  readonly format: "tierwise-vocabulary";
  readonly version: 1;
  /** The data files it describes: names in the same folder, with their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
}

/** The name of the file. */
export const vocabularyFile = "vocabulary.json";

/** Writes the vocabulary of files in a folder and returns its path. */
export async function writeVocabulary(
  folder: string,
  names: readonly string[],
  vocabulary: Vocabulary,
): Promise<string> {
  const files: Record<string, string> = {};
  for (const name of names) files[name] = await digestOf(join(folder, name));
  const content: VocabularyFile = { format: "tierwise-vocabulary", version: 1, files, ...vocabulary };
  const path = join(folder, vocabularyFile);
  await writeText(path, `${JSON.stringify(content)}\n`);
  return path;
}

/**
 * The vocabulary beside a data file. Undefined if there is none or it does not list the file; also, with a note, if the file
 * has changed since, because its features may then mean something else.
 */
export async function readVocabulary(path: string, session: Session): Promise<Vocabulary | undefined> {
  if (path === "-") return undefined;
  const place = join(dirname(path), vocabularyFile);
  const text = await readFile(place, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  let content: Partial<VocabularyFile> | null;
  try {
    content = JSON.parse(text) as Partial<VocabularyFile> | null;
  } catch (error) {
    throw new Error(`${place} is damaged: it is not valid JSON`, { cause: error });
  }
  const digest = content?.files?.[basename(path)];
  if (content?.format !== "tierwise-vocabulary" || digest === undefined) return undefined;
  if (digest !== (await digestOf(path))) {
    session.note(`${path} does not match its checksum in ${place}; the feature and item names there are not used.`);
    return undefined;
  }
  const { itemNames, featureNames, featureItems } = content;
  return { itemNames, featureNames, featureItems };
}

/** Throws if a data file's features are known to differ from those of a model. */
export function checkSameFeatures(path: string, data: Vocabulary | undefined, model: Vocabulary): void {
  const [ours, theirs] = [data?.featureNames, model.featureNames];
  if (ours === undefined || theirs === undefined) return;
  const at = ours.findIndex((name, feature) => name !== theirs[feature]);
  if (at < 0) return;
  throw new Error(
    `${path} does not have the features of the model: feature ${at} is "${ours[at]}"; expected "${theirs[at]}"`,
  );
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
