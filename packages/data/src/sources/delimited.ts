/** What stands between the fields of a line. */
export type Delimiter = "," | "\t" | ";" | "::" | " ";

/** The delimiter of a line: the first of `::`, tab, `;` and `,` that it contains, else white space. */
export function detectDelimiter(line: string): Delimiter {
  const found = (["::", "\t", ";", ","] as const).find((delimiter) => line.includes(delimiter));
  return found ?? " ";
}

/**
 * The fields of a line. A field in double quotes may contain the delimiter, and a quote written twice (RFC 4180).
 * Nothing where a quote is not closed, or something other than spaces stands behind it: left out, it would make two names one.
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
