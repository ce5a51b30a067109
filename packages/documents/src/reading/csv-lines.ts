import { DatasetError } from "@tierwise/data/parse";
import { parseDecimal, quoted } from "@tierwise/data/reading";

/** The roles of the columns of a CSV file. */
export interface CsvColumns {
  /** The column with the query. Default: `query`, `qid`, `query_id` or `list`. */
  readonly queryColumn?: string;
  /** The column with the grade. Default: `grade`, `relevance`, `label` or `rating`. */
  readonly gradeColumn?: string;
  /** The column with the name of the document. Default: `document`, `docid`, `doc_id`, `doc`, `doc_url`, `url` or `item`, if there is one. */
  readonly documentColumn?: string;
  /** The feature columns, in order; pass a model's `featureNames` to match them. Default: all other columns with a number in the first document. */
  readonly featureNames?: readonly string[];
}

const queryNames = ["query", "qid", "query_id", "list"];
const gradeNames = ["grade", "relevance", "label", "rating"];
const documentNames = ["document", "docid", "doc_id", "doc", "doc_url", "url", "item"];

/** A column other than the query, grade, document and features. */
export interface OtherColumn {
  /** A description of the column for error messages. */
  readonly meaning: string;
  /** The name of the column that the caller specified, if any. */
  readonly given: string | undefined;
  /** The usual names, in lowercase. */
  readonly usual: readonly string[];
  readonly optional: boolean;
}

export interface CsvLine {
  readonly query: string;
  /** The grade, or 0 if it is unknown. */
  readonly grade: number;
  /** The name of the document; undefined if there is no column for names. */
  readonly name: string | undefined;
  readonly row: readonly number[];
  /** The texts of the other columns; undefined for a column that is missing. */
  readonly others: readonly (string | undefined)[];
  /** Creates an error that names the line. */
  readonly fail: (problem: string) => DatasetError;
}

export interface CsvLineParser {
  /** Parses a line; returns undefined for the header and for empty lines. */
  read(text: string, line: number): CsvLine | undefined;
  /** The names of the features, after the first document has been read. */
  featureNames(): readonly string[];
  hasNames(): boolean;
  /** The columns that were ignored because they contain text. */
  readonly ignoredColumns: readonly string[];
}

/** Parses CSV with a header, separated by commas, tabs or semicolons. Columns with text, such as titles, are ignored. */
export function createCsvLines(
  file: string,
  columns: CsvColumns & { readonly unrated?: boolean },
  otherColumns: readonly OtherColumn[] = [],
): CsvLineParser {
  let header: Header | undefined;
  let isFirst = true;
  const ignoredColumns: string[] = [];
  return {
    ignoredColumns,
    featureNames: () => header?.features.map(({ name }) => name) ?? [],
    hasNames: () => header !== undefined && header.document >= 0,
    read(text, line) {
      if (text.trim() === "") return undefined;
      if (header === undefined) {
        header = readHeader(text, columns, otherColumns, file);
        return undefined;
      }
      const { delimiter, width, query, grade, document, others } = header;
      const fail = (problem: string): DatasetError => new DatasetError(problem, { file, line });
      const cells = splitRecord(text, delimiter);
      if (cells.length !== width)
        throw fail(`the number of fields is ${cells.length}; expected ${width}, as in the header`);
      if (isFirst && columns.featureNames === undefined) header = withoutText(header, cells, ignoredColumns, file);
      isFirst = false;
      const row = header.features.map(({ name, column }) => {
        const text = cells[column].trim();
        const value = parseDecimal(text);
        if (Number.isFinite(Math.fround(value))) return value;
        if (text === "")
          throw fail(`feature ${quoted(name)} is empty; expected a number; replace missing values first`);
        throw fail(`feature ${quoted(name)} is ${quoted(cells[column])}; expected a finite number`);
      });
      const isUnrated = columns.unrated === true && (grade < 0 || cells[grade].trim() === "");
      const value = isUnrated ? 0 : parseDecimal(cells[grade].trim());
      if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
        throw fail(`the grade is ${quoted(cells[grade])}; expected a nonnegative number`);
      }
      return {
        query: cells[query],
        grade: value,
        name: document < 0 ? undefined : cells[document],
        row,
        others: others.map((column) => (column < 0 ? undefined : cells[column].trim())),
        fail,
      };
    },
  };
}

interface Header {
  readonly delimiter: string;
  readonly width: number;
  readonly query: number;
  /** The positions of the columns with the grade and the name; −1 for a column that does not exist. */
  readonly grade: number;
  readonly document: number;
  readonly others: readonly number[];
  readonly features: readonly { readonly name: string; readonly column: number }[];
}

function readHeader(
  text: string,
  columns: CsvColumns & { readonly unrated?: boolean },
  otherColumns: readonly OtherColumn[],
  file: string,
): Header {
  const delimiter = ["\t", ";", ","].find((each) => text.includes(each)) ?? ",";
  const names = splitRecord(text.replace(/^\uFEFF/, ""), delimiter).map((name) => name.trim());
  const find = (given: string | undefined, usual: readonly string[]): number =>
    given === undefined ? names.findIndex((name) => usual.includes(name.toLowerCase())) : names.indexOf(given);
  const query = find(columns.queryColumn, queryNames);
  const grade = find(columns.gradeColumn, gradeNames);
  const document = find(columns.documentColumn, documentNames);
  const others = otherColumns.map(({ given, usual }) => find(given, usual));
  const missing = [
    query < 0 ? `a column for the query (${columns.queryColumn ?? queryNames.join(", ")})` : "",
    grade < 0 && (columns.unrated !== true || columns.gradeColumn !== undefined)
      ? `a column for the grade (${columns.gradeColumn ?? gradeNames.join(", ")})`
      : "",
    document < 0 && columns.documentColumn !== undefined ? `a column ${columns.documentColumn}` : "",
    ...otherColumns.map(({ meaning, given, usual, optional }, i) =>
      others[i] >= 0 || (optional && given === undefined)
        ? ""
        : `a column for ${meaning} (${given ?? usual.join(", ")})`,
    ),
    ...(columns.featureNames ?? []).flatMap((name) => (names.includes(name) ? [] : [`the feature ${quoted(name)}`])),
  ].filter((text) => text !== "");
  if (missing.length > 0) {
    const found = names.map((name) => quoted(name)).join(", ");
    throw new DatasetError(`the header has ${found}; expected ${missing.join(" and ")}`, { file, line: 1 });
  }
  const features =
    columns.featureNames?.map((name) => ({ name, column: names.indexOf(name) })) ??
    names
      .map((name, column) => ({ name, column }))
      .filter(({ column }) => ![query, grade, document, ...others].includes(column));
  if (features.length === 0) throw new DatasetError("the header has no feature column", { file, line: 1 });
  return { delimiter, width: names.length, query, grade, document, others, features };
}

/** Removes from the header the columns that contain text in the first document, and adds their names to `ignored`. */
function withoutText(header: Header, cells: readonly string[], ignored: string[], file: string): Header {
  const isText = ({ column }: { column: number }): boolean => {
    const text = cells[column].trim();
    const isWord = /[^\s\d.,eE+-]/.test(text) || /^\d{4}-\d\d-\d\d/.test(text);
    return isWord && !/^[+-]?(nan|na|n\/a|null|none|inf(inity)?)$/i.test(text);
  };
  const features = header.features.filter((feature) => !isText(feature));
  ignored.push(...header.features.filter(isText).map(({ name }) => name));
  if (features.length > 0) return { ...header, features };
  throw new DatasetError(`every feature column contains text: ${ignored.map(quoted).join(", ")}; expected numbers`, {
    file,
  });
}

/** Splits a line into fields (RFC 4180); a field in double quotes may contain delimiters and doubled quotes. */
export function splitRecord(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter);
  const fields: string[] = [];
  let field = "";
  let quotes = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quotes && char === '"' && text[i + 1] === '"') field += text[i++];
    else if (char === '"') quotes = !quotes;
    else if (char === delimiter && !quotes) {
      fields.push(field);
      field = "";
    } else field += char;
  }
  return [...fields, field];
}
