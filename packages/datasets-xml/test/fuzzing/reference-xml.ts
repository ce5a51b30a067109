/** The rows as parsed in the simplest way, with regular expressions for complete lines. The scanner must give the same rows. */
export interface ReferenceRows {
  readonly counts: readonly number[];
  readonly labels: readonly number[][];
  readonly entries: readonly (readonly [index: number, value: number])[][];
}

const HEADER = /^(?:\u00ef\u00bb\u00bf)?[ \t]*(\d+(?:[ \t]+\d+)*)[ \t]*\r?$/;
const VALUE = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const ENTRY = String.raw`\d{1,9}:${VALUE}`;
const WITH_LABELS = new RegExp(
  String.raw`^(?:(\d{1,9}(?:,\d{1,9})*)(?=[ \t\r]|$))?([ \t]*(?:${ENTRY}(?:[ \t]+${ENTRY})*[ \t]*)?)\r?$`,
);
const WITHOUT = new RegExp(String.raw`^()([ \t]*(?:${ENTRY}(?:[ \t]+${ENTRY})*[ \t]*)?)\r?$`);

/**
 * Parses a file whose header contains `countsInHeader` counts: three for a file with labels and features, two for a single matrix. Returns
 * undefined if the file must be rejected.
 */
export function referenceXml(bytes: Uint8Array, countsInHeader: 2 | 3, maxBytes: number): ReferenceRows | undefined {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const [header, ...rest] = lines;
  const counts = (HEADER.exec(header ?? "")?.[1] ?? "").split(/[ \t]+/).map(Number);
  if (counts.length !== countsInHeader || (header ?? "").length > 1000) return undefined;
  if (Math.max(...counts) > 999_999_999 || 8 * counts.reduce((a, b) => a + b) > maxBytes) return undefined;
  const [rows, columns, numLabels = 0] = counts;
  if (rest.length < rows || rest.slice(rows).some((line) => !/^[ \t\r]*$/.test(line))) return undefined;
  const labels: number[][] = [];
  const entries: [number, number][][] = [];
  for (const line of rest.slice(0, rows)) {
    const found = (countsInHeader === 3 ? WITH_LABELS : WITHOUT).exec(line);
    if (found === null) return undefined;
    const ofRow = found[1] ? found[1].split(",").map(Number) : [];
    const words = found[2].split(/[ \t]+/).filter((word) => word !== "");
    const pairs = words.map((word): [number, number] => [
      Number(word.slice(0, word.indexOf(":"))),
      Math.fround(Number(word.slice(word.indexOf(":") + 1))),
    ]);
    const indices = pairs.map(([index]) => index);
    if (new Set(ofRow).size < ofRow.length || new Set(indices).size < indices.length) return undefined;
    if (ofRow.some((label) => label >= numLabels) || indices.some((index) => index >= columns)) return undefined;
    if (pairs.some(([, value]) => !Number.isFinite(value))) return undefined;
    labels.push(ofRow);
    entries.push(pairs);
  }
  return { counts, labels, entries };
}
