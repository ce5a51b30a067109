/** Whether the first bytes of text contain the header and one complete row of multi-label data. */
export function startsAsXml(head: Uint8Array): boolean {
  const complete = new TextDecoder().decode(head).split(/\r?\n/).slice(0, -1);
  return isXml(complete.filter((line) => line.trim() !== ""));
}

/** Whether the lines are a header, `rows features labels` or `rows columns`, and a row, `label,label feature:value …`. */
export function isXml([first, second]: readonly string[]): boolean {
  if (!/^\d+ \d+( \d+)?\s*$/.test(first ?? "") || second === undefined) return false;
  return (
    /^(\d+(,\d+)*)?(\s*\d+:\S+)*\s*$/.test(second) && (/\d:\S/.test(second) || first.trim().split(" ").length === 3)
  );
}

/** Whether the lines are rows of multi-label data, some with several labels, but without the header. */
export function isHeaderlessXml(lines: readonly string[]): boolean {
  const isRow = (line: string): boolean => /^(\d+(,\d+)*)?(\s+\d+:[\d.eE+-]+)+\s*$/.test(line);
  return lines.every(isRow) && lines.some((line) => /^\d+,/.test(line));
}
