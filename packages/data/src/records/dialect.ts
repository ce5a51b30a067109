import { DatasetError } from "../reading/dataset-error.ts";
import { cellTexts } from "./cells.ts";
import { createDelimitedScanner, type Delimiter } from "./delimited-records.ts";

/** How delimited text is split into fields. */
export interface Dialect {
  readonly delimiter: Delimiter;
  /** The lines before the first record: comments and empty lines. */
  readonly skipLines: number;
  /** The names of the columns, if the last comment lists them, as in `#user,item,rating`. */
  readonly commentHeader: readonly string[] | undefined;
  /** The first records, including the header. */
  readonly records: readonly SampleRecord[];
  /** The number of fields that most records have. */
  readonly width: number;
}

/** A record of the sample. */
export interface SampleRecord {
  readonly texts: readonly string[];
  readonly line: number;
}

const candidates: readonly Delimiter[] = ["::", "\t", ";", ",", "|", " "];

/** The number of records used for detection. */
export const SAMPLE = 1000;

/**
 * Finds the delimiter that occurs in the first record and splits most records into the same number of fields. If several fit equally well,
 * the first of `::`, tab, `;`, `,`, `|` and whitespace is used.
 *
 * @param head - The first bytes of the text.
 * @param isWhole - Whether `head` is the whole text.
 */
export function detectDialect(
  head: Uint8Array,
  isWhole: boolean,
  file: string,
  given: Delimiter | undefined,
  isHeaderWord: (text: string) => boolean,
): Dialect {
  const { skipLines, header } = leadingLines(head, isHeaderWord);
  const tried = (given === undefined ? candidates : [given]).flatMap((delimiter) => {
    try {
      const records = sampleRecords(head, isWhole, file, delimiter, skipLines);
      const commentHeader = header?.split(delimiter === " " ? /\s+/ : delimiter).map((word) => word.trim());
      return [{ delimiter, skipLines, commentHeader, records, ...evenness(records) }];
    } catch (error) {
      // Another candidate may still fit; a delimiter that the caller gives is the only candidate.
      if (!(error instanceof DatasetError) || given !== undefined) throw error;
      return [{ delimiter, skipLines, commentHeader: undefined, records: [], width: 0, even: -1, error }];
    }
  });
  const usable = tried.filter(({ width }) => width > 1);
  const best = usable.reduce((most, one) => (one.even > most.even + 1e-9 ? one : most), usable[0] ?? tried[0]);
  const broken = tried.find((one) => "error" in one && one.delimiter !== " ");
  if (usable.length === 0 && broken !== undefined && "error" in broken) throw broken.error;
  if (usable.length > 0) return best;
  // No delimiter fits, so the lines themselves form a single column.
  const lines = tried.find(({ delimiter }) => delimiter === ",") ?? tried[0];
  return lines;
}

/** The most frequent number of fields and the share of records that have it; both are 0 if the first record has only one field. */
function evenness(records: readonly SampleRecord[]): { width: number; even: number } {
  const counts = new Map<number, number>();
  for (const { texts } of records) counts.set(texts.length, (counts.get(texts.length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  const first = records[0]?.texts.length ?? 0;
  if (first < 2 || width < 2) return { width: 0, even: 0 };
  return { width, even: count / records.length };
}

function sampleRecords(
  head: Uint8Array,
  isWhole: boolean,
  file: string,
  delimiter: Delimiter,
  skipLines: number,
): SampleRecord[] {
  const records: SampleRecord[] = [];
  const scanner = createDelimitedScanner({
    delimiter,
    file,
    skipLines,
    onRecord(cells) {
      if (records.length >= SAMPLE) return;
      if (records.length === 0) scanner.setWidth(cells.count);
      records.push({ texts: cellTexts(cells, file), line: cells.line });
    },
  });
  scanner.scan(head, 0, head.length, isWhole);
  return records;
}

/**
 * The number of comment lines and empty lines at the start, and a header: the last comment, if it names columns, as in `#user,item,rating`.
 */
function leadingLines(
  head: Uint8Array,
  isHeaderWord: (text: string) => boolean,
): { skipLines: number; header: string | undefined } {
  const text = new TextDecoder().decode(head);
  let skipLines = 0;
  let header: string | undefined;
  for (let start = 0; start < text.length; skipLines++) {
    const feed = text.indexOf("\n", start);
    const line = text.slice(start, feed < 0 ? undefined : feed).trim();
    if (line !== "" && !line.startsWith("#")) break;
    const words = line
      .slice(1)
      .trim()
      .split(/::|[\t;,|]|\s+/);
    header = words.length > 1 && words.every((word) => isHeaderWord(word.trim())) ? line.slice(1).trim() : undefined;
    start = feed < 0 ? text.length : feed + 1;
  }
  return { skipLines, header };
}
