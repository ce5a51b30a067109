import { type Csr, type LabeledRows, matchRows, readVocabulary, type Vocabulary } from "@tierwise/data";
import type { RatingsRecord, TrainedModel } from "@tierwise/ranker";
import { ratingTimes, readRatingsFile, unusableUsers } from "../data/read-ratings.ts";
import { holdsRatings, readTrainingData } from "../data/read-training-data.ts";
import { UsageError } from "../errors/usage-error.ts";
import type { RatingsFileFlags, SeenFlags } from "../options/recommender-options.ts";
import { count, counted } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** The model for which rows are read. It may not be trained yet. */
export interface RowsTarget extends Vocabulary {
  readonly directory: string;
  readonly featureCount: number;
  readonly itemCount: number;
  readonly record?: { readonly ratings?: RatingsRecord } | undefined;
}

/** Rows with the features and items of a model. */
export interface ModelRows {
  readonly rows: LabeledRows;
  /** The user of each row, if the file contains ratings. */
  readonly userNames?: readonly string[];
  /** A sentence that describes how ratings were split. */
  readonly protocol?: string;
}

export interface ModelRowsFlags extends RatingsFileFlags {
  readonly cache: boolean;
  readonly hide?: number;
  readonly time?: string;
  readonly seed?: number;
  /** Whether to evaluate on all users or only on those that the model was not trained on. Default: `"new"`. */
  readonly users?: "all" | "new";
}

/**
 * Reads the rows of a file for a model, and matches features and items by name. With `purpose: "evaluate"`, ratings are split into visible
 * ratings and hidden ratings, which are the labels; with `"predict"`, all ratings of a user are visible.
 */
export async function readModelRows(
  target: RowsTarget,
  path: string,
  session: Session,
  flags: ModelRowsFlags,
  purpose: "evaluate" | "predict",
): Promise<ModelRows> {
  if (await holdsRatings(path, fileFlags(flags))) return readRatedRows(target, path, session, flags, purpose);
  const found = await readTrainingData(path, session, flags);
  const vocabulary = path === "-" ? undefined : await readVocabulary(path, { onWarning: session.note });
  const file =
    purpose === "evaluate"
      ? { path, rows: found, vocabulary }
      : { path, rows: withoutLabels(found, target), vocabulary: vocabulary && { ...vocabulary, itemNames: undefined } };
  const { rows, note } = matchRows(file, { ...target, title: `the model ${target.directory}` });
  if (note !== undefined) session.note(note);
  return { rows };
}

/** Rows for prediction, without labels. */
function withoutLabels(rows: LabeledRows, { itemCount }: RowsTarget): LabeledRows {
  const labels = { indptr: new Int32Array(rows.numRows + 1), indices: new Int32Array(0) };
  return { ...rows, labels, numLabels: itemCount };
}

async function readRatedRows(
  target: RowsTarget,
  path: string,
  session: Session,
  flags: ModelRowsFlags,
  purpose: "evaluate" | "predict",
): Promise<ModelRows> {
  const { directory, itemNames } = target;
  const record = target.record?.ratings;
  if (itemNames === undefined || record === undefined) {
    throw new UsageError(
      `${path} contains ratings, but the model ${directory} was not trained on ratings; expected multi-label data, or a model from \`tierwise train RATINGS --model DIR\``,
    );
  }
  const { heldOutRows, ratingsOfItems, userRows } = await import("@tierwise/data");
  const { liked, better } = record;
  const reading = fileFlags(flags);
  const file = await readRatingsFile(path, reading, { liked, better });
  const { ratings, unknown } = ratingsOfItems(file.ratings, itemNames);
  session.note(file.words);
  refuseStrangers(path, file.ratings.itemNames, unknown.items, target);
  if (unknown.items > 0) {
    session.note(
      `${path}: ${count(unknown.items)} of ${count(file.ratings.itemNames.length)} items (${counted(unknown.ratings, "rating")}) ${unknown.items === 1 ? "is" : "are"} unknown to the model ${directory} and left out`,
    );
  }
  if (purpose === "predict") {
    const rows = userRows(ratings, { liked, better });
    return { rows, userNames: rows.userNames };
  }
  const { hide = record.hide, seed = record.seed, time = record.time } = flags;
  const times = await ratingTimes(file, ratings, time, reading);
  const options = { liked, better, hide, seed, ...times };
  const all = heldOutRows(ratings, options);
  const { isKept, words } = await chosenUsers(all.userNames, record, flags);
  const rows = isKept === undefined ? all : heldOutRows(ratings, { ...options, isKept });
  if (rows.numRows === 0) {
    const bound = better === "lower" ? "at most" : "at least";
    throw new Error(
      `${path}: no user has a visible rating and a hidden rating of ${bound} ${liked}; see --hide and --users`,
    );
  }
  const share = `${Math.round(100 * hide)} %`;
  const protocol =
    `${counted(rows.numRows, "user")}${words}; ${times.times === undefined ? "a random" : "the latest"} ${share} of each user's ratings ` +
    `are hidden${times.times === undefined ? ` (seed ${seed})` : ""}, and the liked ones among them count as relevant` +
    unusableUsers(ratings.users.length - all.numRows);
  session.note(protocol);
  return { rows, userNames: rows.userNames, protocol };
}

/**
 * The flags that describe the file. They are selected by name, because other flags of a command may have the same names as reader options.
 */
export function fileFlags(flags: RatingsFileFlags): RatingsFileFlags {
  const { columns, delimiter, duplicates, encoding, maxMemory, missing } = flags;
  const given = Object.entries({ columns, delimiter, duplicates, encoding, maxMemory, missing });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Throws if no item of a file is an item of the model, for example because the file has numbers and the model has names. */
function refuseStrangers(
  path: string,
  names: readonly string[],
  unknown: number,
  { directory, itemNames = [] }: RowsTarget,
): void {
  if (unknown < names.length || names.length === 0) return;
  const few = (all: readonly string[]): string =>
    all
      .slice(0, 3)
      .map((name) => JSON.stringify(name))
      .join(", ");
  throw new Error(
    `${path}: none of its ${names.length} items (${few(names)}, …) is known to the model ${directory}, whose items are named ${few(itemNames)}, …\nIf the items are in a different column, set --columns.`,
  );
}

/** Chooses the users to evaluate on: those that the model was not trained on, unless there are none or `--users all` is set. */
async function chosenUsers(
  names: readonly string[],
  record: RatingsRecord,
  { users = "new" }: ModelRowsFlags,
): Promise<{ readonly isKept?: (name: string) => boolean; readonly words: string }> {
  const { isOneOfUsers } = await import("@tierwise/data");
  const isMet = isOneOfUsers(record.users);
  const met = names.filter(isMet).length;
  if (met === 0) return { words: ", none of whom the model was trained on" };
  if (met === names.length) {
    return { words: ", all of whom the model was trained on, so the figures are optimistic" };
  }
  if (users === "all") {
    return {
      words: `; the model was trained on ${count(met)} of them, so the figures are optimistic`,
    };
  }
  return {
    isKept: (name) => !isMet(name),
    words: `; ${count(met)} others, whom the model was trained on, are left out (--users all includes them)`,
  };
}

/** Returns the items to exclude from each row's ranking, or undefined if none are excluded. */
export async function seenBy(
  model: Pick<TrainedModel, "directory" | "featureItems">,
  rows: Pick<LabeledRows, "features">,
  { seen = model.featureItems === undefined ? "include" : "exclude" }: SeenFlags,
): Promise<Csr | undefined> {
  if (seen === "include") return undefined;
  if (model.featureItems === undefined) {
    throw new UsageError(
      `--seen exclude requires a model that stores which items its features refer to, but ${model.directory} does not.\nTrain one on ratings: tierwise train RATINGS --model DIR.`,
    );
  }
  const { seenItems } = await import("@tierwise/ranker");
  return seenItems(model, rows.features);
}
