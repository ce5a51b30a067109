import { DatasetError } from "@tierwise/data/parse";
import { type DocumentLists, sharedFloats } from "../lists/document-lists.ts";
import { finishRows } from "./dense-rows.ts";
import type { LetorRows } from "./letor-rows.ts";

/** Groups rows into lists by query, or by the sizes of the queries if the lines have no query. */
export function listsOfRows(rows: LetorRows, file: string, querySizes: ArrayLike<number> | undefined): DocumentLists {
  const { dense, grades, queries, names } = rows;
  const featureCount = Math.max(1, rows.featureCount);
  const count = grades.length;
  if (count === 0) throw new DatasetError("the file has no documents", { file });
  const named = rows.listOf[0] >= 0;
  const listOf = named ? Int32Array.from(rows.listOf) : listsBySize(count, querySizes, file);
  const total = named ? queries.length : listOf[count - 1] + 1;
  const offsets = new Int32Array(total + 1);
  for (let i = 0; i < count; i++) offsets[listOf[i] + 1]++;
  for (let l = 0; l < total; l++) offsets[l + 1] += offsets[l];
  const features = finishRows(dense, featureCount);
  const lists = {
    featureCount,
    offsets,
    listNames: named ? queries : Array.from({ length: total }, (_, l) => `${l + 1}`),
  };
  const hasNames = names.some((name) => name !== undefined);
  if (listOf.every((list, i) => i === 0 || list >= listOf[i - 1])) {
    const named = hasNames ? { documentNames: documentNames(names, listOf, offsets) } : {};
    return { ...lists, features, grades: Float32Array.from(grades), ...named };
  }
  return { ...lists, ...regrouped(features, rows, listOf, offsets, featureCount, hasNames) };
}

/** Derives the list of each document from the sizes of the queries; queries without documents are skipped. */
function listsBySize(count: number, querySizes: ArrayLike<number> | undefined, file: string): Int32Array {
  if (querySizes === undefined) {
    throw new DatasetError(
      `the lines have no qid; expected a file ${file}.query with the number of documents per query`,
      { file, line: 1 },
    );
  }
  const total = Array.from(querySizes).reduce((sum, size) => sum + size, 0);
  if (total !== count) {
    throw new DatasetError(`the number of documents is ${count}, but the sizes of the queries add up to ${total}`, {
      file,
    });
  }
  const listOf = new Int32Array(count);
  let [list, at] = [0, 0];
  for (let q = 0; q < querySizes.length; q++) {
    if (querySizes[q] === 0) continue;
    listOf.fill(list++, at, at + querySizes[q]);
    at += querySizes[q];
  }
  return listOf;
}

/** Makes the documents of each query adjacent, in file order. */
function regrouped(
  features: Float32Array,
  { grades, names }: LetorRows,
  listOf: Int32Array,
  offsets: Int32Array,
  featureCount: number,
  hasNames: boolean,
): Pick<DocumentLists, "documentNames" | "features" | "grades"> {
  const next = offsets.slice();
  const moved = sharedFloats(features.length);
  const movedGrades = new Float32Array(grades.length);
  const movedNames: (string | undefined)[] = new Array(grades.length);
  const movedLists = new Int32Array(grades.length);
  for (let i = 0; i < grades.length; i++) {
    const to = next[listOf[i]]++;
    moved.set(features.subarray(i * featureCount, (i + 1) * featureCount), to * featureCount);
    movedGrades[to] = grades[i];
    movedNames[to] = names[i];
    movedLists[to] = listOf[i];
  }
  return {
    features: moved,
    grades: movedGrades,
    ...(hasNames && { documentNames: documentNames(movedNames, movedLists, offsets) }),
  };
}

/** The name of each document, or its position in the list if it has no name. */
function documentNames(names: readonly (string | undefined)[], listOf: Int32Array, offsets: Int32Array): string[] {
  return names.map((name, i) => name ?? `${i - offsets[listOf[i]] + 1}`);
}
