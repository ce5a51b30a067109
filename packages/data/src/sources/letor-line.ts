import { quoted } from "../reading/dataset-error.ts";
import { parseDecimal } from "../reading/decimal.ts";

/** One graded document. */
export interface LetorLine {
  readonly relevance: number;
  /** The query, if the line names one. */
  readonly query: string | undefined;
  readonly indices: readonly number[];
  readonly values: readonly number[];
  /** The document's name, if the comment contains `docid = …`. */
  readonly document: string | undefined;
}

/** Parses a line `relevance qid:7 1:0.5 3:2 # docid = GX-1`; if the line is invalid, returns a description of the problem. */
export function parseLetorLine(text: string): LetorLine | string {
  const comment = text.indexOf("#");
  const [grade, ...words] = (comment < 0 ? text : text.slice(0, comment)).trim().split(/\s+/);
  const relevance = parseDecimal(grade);
  if (!Number.isFinite(relevance)) return `expected a relevance grade, found ${quoted(grade)}`;
  const query = words[0]?.startsWith("qid:") ? words.shift()?.slice(4) : undefined;
  const indices: number[] = [];
  const values: number[] = [];
  for (const word of words) {
    const [, index, text] = /^(\d{1,9}):(.*)$/.exec(word) ?? [];
    if (index === undefined) return `expected feature:value, found ${quoted(word)}`;
    const value = parseDecimal(text);
    if (!Number.isFinite(Math.fround(value))) {
      return `value ${quoted(text)} of feature ${index} is not a finite number`;
    }
    indices.push(Number(index));
    values.push(value);
  }
  if (new Set(indices).size < indices.length) {
    return `feature ${indices.find((index, k) => indices.indexOf(index) !== k)} occurs twice`;
  }
  const document = comment < 0 ? undefined : /docid\s*=\s*(\S+)/.exec(text.slice(comment))?.[1];
  return { relevance, query, indices, values, document };
}
