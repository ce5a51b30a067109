import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Reading } from "@tierwise/data";
import { writeFileAtomic } from "@tierwise/data/files";
import type { RecommenderFlags } from "../options/recommender-options.ts";
import { counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { ratingTimes, readRatingsFile } from "./read-ratings.ts";
import { divideRatings } from "./training-source.ts";

/** A file that was written, with a description of its contents. */
interface WrittenFile {
  readonly path: string;
  readonly words: string;
}

/** The files that were written, and how the ratings were interpreted. */
interface WrittenRecommender {
  readonly files: Readonly<Record<string, WrittenFile>>;
  readonly reading: Reading;
}

/** Reads ratings, and writes training rows, test rows, all users, and the names of items and users to a directory. */
export async function writeRecommender(
  from: string,
  directory: string,
  flags: RecommenderFlags & { readonly seed: number },
  session: Session,
): Promise<WrittenRecommender> {
  const { vocabularyFileName, writeVocabulary } = await import("@tierwise/data");
  const { writeXmlDataset } = await import("@tierwise/datasets-xml");
  const reading = { minRatings: 2, ...flags };
  const file = await readRatingsFile(from, reading);
  session.note(file.words);
  const { hide, rowsPerUser, testUsers, seed } = flags;
  const times = await ratingTimes(file, file.ratings, flags.time, reading);
  const { vocabulary, ...rows } = await divideRatings(file, { hide, rowsPerUser, testUsers, seed, ...times });
  await mkdir(directory, { recursive: true });
  const files: Record<string, WrittenFile> = {};
  for (const [name, data] of Object.entries(rows)) {
    const path = join(directory, `${name}.txt`);
    await writeXmlDataset(path, data);
    files[name] = { path, words: `${counted(data.numRows, "row")}, ${counted(data.numLabels, "item")}` };
  }
  for (const [name, names] of [
    ["items.names", vocabulary.itemNames],
    ["users.names", rows.users.userNames],
  ] as const) {
    const path = join(directory, name);
    const broken = names.find((one) => /[\r\n]/.test(one));
    if (broken !== undefined)
      throw new Error(
        `${from}: the name ${JSON.stringify(broken)} contains a line break; expected names without line breaks`,
      );
    await writeFileAtomic(path, `${names.join("\n")}\n`);
    files[name] = { path, words: counted(names.length, "name") };
  }
  const names = Object.keys(rows).map((name) => `${name}.txt`);
  const groups = { "train.txt": Array.from(rows.train.groups ?? []) };
  const path = await writeVocabulary(directory, names, vocabulary, { groups });
  files[vocabularyFileName] = {
    path,
    words: `names and items of ${counted(vocabulary.featureNames.length, "feature")}`,
  };
  return { files, reading: file.ratings.reading };
}
