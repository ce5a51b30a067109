import { DatasetError } from "../reading/dataset-error.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { COST, checkMemory, createMemoryMeter, type MemoryMeter, resolveMaxBytes } from "../reading/memory-limit.ts";
import { createArrayBuilder } from "../rows/array-builder.ts";
import type { ValuedCsr } from "../rows/csr.ts";
import { createGradeCollector } from "./grade-collector.ts";
import { createItemIndex } from "./item-index.ts";
import { parseLetorLine } from "./letor-line.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";

/** Options for {@link parseLetor}. */
export interface LetorOptions extends TierSourceOptions {
  /** The number of documents for each query, in file order. Needed only if the lines have no `qid`. */
  readonly querySizes?: ArrayLike<number>;
  /** Number of features; must exceed the largest index. Default: the largest index in the file, plus 1. */
  readonly numFeatures?: number;
}

/** Graded documents as preferences: one per query, over the documents of that query. */
export interface LetorDataset extends PreferenceDataset {
  /** The queries in order of first occurrence; `preferences[i]` belongs to query i. */
  readonly queries: readonly string[];
  /** Documents × features, with the same indices as in the file: if these start at 1, feature 0 is empty. Row i is item i. */
  readonly features: ValuedCsr;
  /** Number of features: one more than the largest possible index. */
  readonly numFeatures: number;
  /** The grade of each document. */
  readonly relevance: Float64Array;
}

/**
 * Parses graded documents in LETOR and SVMlight format, `relevance qid:7 1:0.5 3:2 # docid = GX-1`, one per line.
 *
 * The items are the documents. A query's preference sorts its documents into tiers by relevance, highest first; it does not
 * include the documents of other queries (`rest: "unobserved"`). Files without `qid` need the number of documents per query
 * in `querySizes`.
 *
 * @param text - The text of the file.
 * @param options - The number of documents per query, and the number of features.
 * @throws DatasetError if a line does not have this form, or the query sizes do not add up to the number of documents.
 *
 * @example
 * ```ts
 * import { parseLetor } from "@tierwise/data";
 *
 * const { queries, preferences, itemNames } = parseLetor("0 qid:7 1:0.5\n2 qid:7 1:0.9 2:1\n0 qid:8 2:1\n");
 * console.log(queries, itemNames); // [ '7', '8' ] [ '7:1', '7:2', '8:1' ]
 * console.log(preferences[0].tiers, preferences[0].rest); // [ Int32Array(1) [ 1 ], Int32Array(1) [ 0 ] ] unobserved
 * ```
 *
 * Qin & Liu (2013), Introducing LETOR 4.0 datasets. Joachims (2002), Optimizing search engines using clickthrough data.
 */
export function parseLetor(text: string, options: LetorOptions = {}): LetorDataset {
  return parseText(text, createLetorParser(options));
}

/** The parser behind {@link parseLetor}. */
export function createLetorParser({ querySizes, file = "input", ...options }: LetorOptions): LineParser<LetorDataset> {
  const indptr = createArrayBuilder(Int32Array);
  const indices = createArrayBuilder(Int32Array);
  const values = createArrayBuilder(Float32Array);
  const relevance = createArrayBuilder(Float64Array);
  const memory = createMemoryMeter(file, options);
  const maxBytes = resolveMaxBytes(options);
  const queryNames: (string | undefined)[] = [];
  const documents: (string | undefined)[] = [];
  let numFeatures = options.numFeatures ?? 0;
  let lastLine = 1;
  indptr.push(0);

  return {
    line(text, line) {
      if (/^\s*(#|$)/.test(text)) return;
      const fail = (problem: string): DatasetError => new DatasetError(problem, { file, line });
      const parsed = parseLetorLine(text);
      if (typeof parsed === "string") throw fail(parsed);
      if (queryNames.length > 0 && (parsed.query === undefined) !== (queryNames[0] === undefined)) {
        throw fail("some lines have a qid and some have none");
      }
      for (const [k, index] of parsed.indices.entries()) {
        if (index >= numFeatures && options.numFeatures !== undefined) {
          throw fail(`feature index ${index} is not below ${numFeatures}, the number of features`);
        }
        if (index >= numFeatures) {
          numFeatures = index + 1;
          checkMemory(8 * numFeatures, `${numFeatures} features`, { file, line }, maxBytes);
        }
        indices.push(index);
        values.push(parsed.values[k]);
      }
      memory.take(2 * COST.name + 8 * parsed.indices.length + 2 * (parsed.document?.length ?? 0), line);
      indptr.push(indices.length);
      relevance.push(parsed.relevance);
      queryNames.push(parsed.query);
      documents.push(parsed.document);
      lastLine = line;
    },
    finish() {
      const names = queryNames[0] === undefined ? namesBySize(documents.length) : (queryNames as string[]);
      const queries = createItemIndex(memory);
      const queryOf = Int32Array.from(names, (name) => queries.of(name, lastLine));
      const grades = relevance.finish();
      return {
        itemNames: documentNames(documents, names),
        preferences: tiersOfQueries(memory, queryOf, queries.names.length, grades).map((tiers) => ({
          tiers,
          rest: "unobserved",
        })),
        weights: new Float64Array(queries.names.length).fill(1),
        queries: queries.names,
        features: { indptr: indptr.finish(), indices: indices.finish(), values: values.finish() },
        numFeatures,
        relevance: grades,
      };
    },
  };

  /** The query of each document, computed from the number of documents per query: `1`, `1`, `2`, … */
  function namesBySize(count: number): string[] {
    if (count === 0) return [];
    if (querySizes === undefined) {
      throw new DatasetError("the lines have no qid; expected the number of documents per query", { file, line: 1 });
    }
    const names: string[] = [];
    for (let query = 0; query < querySizes.length && names.length <= count; query++) {
      for (let k = 0; k < querySizes[query] && names.length <= count; k++) names.push(`${query + 1}`);
    }
    if (names.length !== count) {
      const total = Array.from(querySizes).reduce((sum, size) => sum + size, 0);
      const problem = `the number of documents is ${count}, but the sizes of the queries add up to ${total}`;
      throw new DatasetError(problem, { file, line: lastLine });
    }
    return names;
  }
}

function tiersOfQueries(
  memory: MemoryMeter,
  queryOf: Int32Array,
  queryCount: number,
  grades: Float64Array,
): Int32Array[][] {
  const collector = createGradeCollector(memory);
  for (let document = 0; document < grades.length; document++) {
    collector.add(queryOf[document], document, grades[document], document);
  }
  const graded = collector.finish(queryCount, grades.length, () => new Error("a document is listed twice"));
  return graded.map(({ tiers }) => tiers);
}

/** The name of each document: the name in its comment, or otherwise `query:position`. */
function documentNames(documents: readonly (string | undefined)[], queries: readonly string[]): string[] {
  const positions = new Map<string, number>();
  return documents.map((document, i) => {
    const position = (positions.get(queries[i]) ?? 0) + 1;
    positions.set(queries[i], position);
    return document ?? `${queries[i]}:${position}`;
  });
}
