import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ItemFeatures, parseItems } from "@tierwise/documents";

export interface Film {
  readonly item: string;
  readonly genres: readonly string[];
  readonly words: readonly string[];
  /** The tags that users gave; empty if there is no file of tags. */
  readonly tags: readonly string[];
  /** The year of release, if the title has one. */
  readonly year: number | undefined;
}

/** Options for the features of films besides genres. */
export interface FilmOptions {
  /** A word is a feature if it occurs in the titles of at least this many known films; 0 means that no word is a feature. */
  readonly leastWords: number;
  /** Whether a film's age when it was first rated is a feature. */
  readonly age: boolean;
}

/** Limits on the age in years. There is one feature per limit; a film has the feature if its age does not exceed the limit. */
const ageLimits = [1, 2, 3, 5, 10, 20];
/** A tag is a feature if at least this many films have it. */
const leastTags = 5;
const usualWords = new Set("a aka an and at de for from i ii in la le of on part the to with".split(" "));

/** Reads `movies.csv`, and `tags.csv` if the folder has one. */
export function readFilms(folder: string): Film[] {
  const tags = readTags(folder);
  const {
    itemNames,
    itemTitles = [],
    featureNames,
    features,
  } = parseItems(readFileSync(join(folder, "movies.csv"), "utf8"));
  const { indptr, indices } = features;
  return itemNames.map((item, i) => {
    const title = itemTitles[i] ?? "";
    const year = /\((\d{4})\)\s*$/.exec(title)?.[1];
    const name = title.replace(/\(.*?\)/g, " ").toLowerCase();
    return {
      item,
      genres: Array.from(indices.subarray(indptr[i], indptr[i + 1]), (f) => featureNames[f].replace("genres=", "")),
      words: [...new Set(name.match(/[\p{L}\p{N}']+/gu) ?? [])].filter((word) => !usualWords.has(word)),
      tags: [...(tags.get(item) ?? [])],
      year: year === undefined ? undefined : Number(year),
    };
  });
}

/** The tags of each film, in lower case. */
function readTags(folder: string): Map<string, Set<string>> {
  const path = join(folder, "tags.csv");
  const tags = new Map<string, Set<string>>();
  if (!existsSync(path)) return tags;
  for (const line of readFileSync(path, "utf8").trim().split(/\r?\n/).slice(1)) {
    const [, item, tag] = line.split(",");
    tags.set(item, (tags.get(item) ?? new Set()).add(tag.toLowerCase().replace(/["|]/g, "")));
  }
  return tags;
}

/**
 * The features of films: genres, tags that several films share, title words that several known films share, and age. `yearOf` is the year in which a film was first
 * rated, undefined if its age is unknown.
 */
export function filmFeatures(
  films: readonly Film[],
  known: ReadonlySet<string>,
  yearOf: (item: string) => number | undefined,
  { leastWords, age }: FilmOptions,
): ItemFeatures {
  const tagCounts = countsOf(films.map(({ tags }) => tags));
  const wordCounts = countsOf(films.flatMap(({ item, words }) => (known.has(item) ? [words] : [])));
  const lines = films.map(({ item, genres, words, tags, year }) => {
    const kept = leastWords > 0 ? words.filter((word) => (wordCounts.get(word) ?? 0) >= leastWords) : [];
    const shared = tags.filter((tag) => (tagCounts.get(tag) ?? 0) >= leastTags);
    const seen = yearOf(item);
    const years = seen === undefined || year === undefined ? Number.POSITIVE_INFINITY : seen - year;
    const ages = age ? ageLimits.filter((limit) => years <= limit).map((limit) => `at most ${limit}`) : [];
    return [item, genres.join("|"), shared.join("|"), kept.join("|"), ages.join("|")].join(",");
  });
  return parseItems(["item,genres,tags,words,age", ...lines].join("\n"));
}

/** The number of films with each word. */
function countsOf(films: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of films) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
