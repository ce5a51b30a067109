/** The field delimiter; `" "` is any white space. */
export type Delimiter = "," | "\t" | ";" | "::" | " ";

/** How a delimited file was interpreted. */
export interface DelimitedLayout {
  /** The field delimiter. */
  readonly delimiter: Delimiter;
  /** Whether the first line contains the names of the columns. */
  readonly header: boolean;
  /** The column of each role, such as `user`: its name in the header, else its 0-based number. */
  readonly columns: Readonly<Record<string, number | string>>;
}

/** The layout of a file, from its first line and the positions of the columns. */
export function layoutOf(
  firstFields: readonly string[],
  delimiter: Delimiter,
  header: boolean,
  places: Readonly<Record<string, number>>,
): DelimitedLayout {
  const named = Object.entries(places).map(([role, at]) => [
    role,
    (header ? firstFields[at]?.trim() : undefined) ?? at,
  ]);
  return { delimiter, header, columns: Object.fromEntries(named) };
}

/** The delimiter of a line: the first of `::`, tab, `;` and `,` that it contains, else white space. */
export function detectDelimiter(line: string): Delimiter {
  const found = (["::", "\t", ";", ","] as const).find((delimiter) => line.includes(delimiter));
  return found ?? " ";
}

/**
 * Splits a line into fields. A field in double quotes may contain the delimiter, and quotes that are doubled (RFC 4180).
 * Returns undefined if a quote is not closed or is followed by anything but spaces: ignoring it could make two names equal.
 */
export function splitFields(line: string, delimiter: Delimiter): string[] | undefined {
  if (delimiter === " ") return line.trim().split(/\s+/);
  if (!line.includes('"')) return line.split(delimiter);
  const fields: string[] = [];
  for (let at = 0; ; ) {
    let end = line.indexOf(delimiter, at);
    if (line[at] !== '"') {
      fields.push(line.slice(at, end < 0 ? undefined : end));
    } else {
      let close = line.indexOf('"', at + 1);
      while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
      if (close < 0) return undefined;
      fields.push(line.slice(at + 1, close).replaceAll('""', '"'));
      end = line.indexOf(delimiter, close);
      if (line.slice(close + 1, end < 0 ? undefined : end).trim() !== "") return undefined;
    }
    if (end < 0) return fields;
    at = end + delimiter.length;
  }
}
