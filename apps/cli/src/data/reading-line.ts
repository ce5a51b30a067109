import type { Reading } from "@tierwise/data";
import { count } from "../terminal/numbers.ts";

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
    ...(best === undefined ? [] : [`${best} is better`]),
    `items not mentioned are ${rest === "lowest" ? "ranked lowest" : rest === "stated" ? "as each line states" : "unobserved"}`,
    `${count(rows)} rows, ${count(observations)} observations of ${count(items)} items`,
    ...extras(reading),
  ];
  return `${path}: ${parts.join("; ")}`;
}

/** The role of each column: `user = userId`. */
function columnWords({ columns = {}, winner, header }: Reading): string[] {
  const words = Object.entries(columns).map(([role, column]) => {
    const names = [column].flat().map((name) => (typeof name === "number" ? `column ${name}` : name));
    const shown = names.length > 4 ? `${names.slice(0, 3).join(", ")}, … ${names.length} columns` : names.join(" + ");
    return `${role} = ${shown}`;
  });
  const how = winner === undefined ? [] : [`winner by ${winner}`];
  return words.length === 0 ? [] : [[...(header === false ? ["no header"] : []), ...words, ...how].join(", ")];
}

function extras({ format, tied, ties, duplicates, skippedBecause }: Reading): string[] {
  return [
    ...(format === "battles" && tied !== undefined && tied > 0 ? [`${count(tied)} ties (${ties})`] : []),
    ...(duplicates > 0 ? [`${count(duplicates)} duplicates`] : []),
    ...Object.entries(skippedBecause).map(([reason, times]) => `${count(times)} rows skipped (${reason})`),
  ];
}

/** The name of several files in messages. */
export function filesName(paths: readonly string[]): string {
  const [first] = paths;
  const name = first === "-" ? "standard input" : first;
  return paths.length === 1 ? name : `${name} and ${paths.length - 1} more`;
}
