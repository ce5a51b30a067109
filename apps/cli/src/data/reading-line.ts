import type { Reading } from "@tierwise/data";
import { counted } from "../terminal/numbers.ts";

/** Examples that explain which end of the scale in a spreadsheet is better; higher scales may also have letter grades. */
const scaleWords = { higher: " (5 above 4, A above B)", lower: " (1 above 2)" } as const;

/** How a file was interpreted, in one line. */
export function readingLine(path: string, reading: Reading): string {
  const { format, container, gzip, encoding, best, rest, rows, items, observations } = reading;
  const stored = [
    container.toUpperCase(),
    ...(gzip ? ["gzip"] : []),
    ...(encoding === undefined || encoding === "utf-8" ? [] : [encoding]),
  ];
  const parts = [
    `${format} (${[stored.join(", "), ...columnWords(reading)].join("; ")})`,
    ...(best === undefined ? [] : [`${best} is better${format === "table" ? scaleWords[best] : ""}`]),
    `items not mentioned are ${rest === "lowest" ? "ranked lowest" : rest === "stated" ? "as each line states" : "unobserved"}`,
    `${counted(rows, "row")}, ${counted(observations, "observation")} of ${counted(items, "item")}`,
    ...extras(reading),
  ];
  return `${path}: ${parts.join("; ")}`;
}

/** The column of each role, such as `user = userId`. */
function columnWords({ columns = {}, winner, header }: Reading): string[] {
  const words = Object.entries(columns).map(([role, column]) => `${role} = ${namesText([column].flat(), " + ")}`);
  const how = winner === undefined ? [] : [`winner by ${winner}`];
  return words.length === 0 ? [] : [[...(header === false ? ["no header"] : []), ...words, ...how].join(", ")];
}

/** The names of up to four columns; of more columns, the first three names and the total number. */
function namesText(columns: readonly (number | string)[], separator: string): string {
  const names = columns.map((name) => (typeof name === "number" ? `column ${name}` : name));
  return names.length > 4 ? `${names.slice(0, 3).join(", ")}, … ${names.length} columns` : names.join(separator);
}

function extras({ format, tied, ties, duplicates, skippedBecause, ignored = [] }: Reading): string[] {
  return [
    ...(format === "battles" && tied !== undefined && tied > 0 ? [`${counted(tied, "tie")} (${ties})`] : []),
    ...(duplicates > 0 ? [counted(duplicates, "duplicate")] : []),
    ...Object.entries(skippedBecause).map(([reason, times]) => `${counted(times, "row")} skipped (${reason})`),
    ...(ignored.length > 0 ? [`ignored: ${namesText(ignored, ", ")}`] : []),
  ];
}

/** The name of one or several files in messages, such as `a.csv and 2 more`. */
export function filesName(paths: readonly string[]): string {
  const [first] = paths;
  const name = first === "-" ? "standard input" : first;
  return paths.length === 1 ? name : `${name} and ${paths.length - 1} more`;
}
