import { readLines } from "../files/read-file.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import { parseDecimal } from "../reading/decimal.ts";
import type { LineParser } from "../reading/lines.ts";
import { createMemoryMeter, type MemoryOptions } from "../reading/memory-limit.ts";
import { decodeTsvField, printableText } from "../reading/printable-text.ts";

/**
 * Reads the scores of named items from a file, plain or gzipped: a JSON object `{"name": score}`, the output of `tierwise fit --json`,
 * lines `name<tab>score`, or a file that `tierwise fit --out` wrote.
 *
 * @param path - The path of the file.
 * @param itemNames - The items to look up; the file may also contain other items.
 * @param memory - The memory limit.
 * @returns One score per item.
 * @throws DatasetError if an item has no score or two scores.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readScores } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "scores.json");
 * writeFileSync(path, '{"tea": 1.5, "milk": -2}');
 * console.log(await readScores(path, ["milk", "tea"])); // Float64Array(2) [ -2, 1.5 ]
 * ```
 */
export async function readScores(
  path: string,
  itemNames: readonly string[],
  memory: MemoryOptions = {},
): Promise<Float64Array> {
  const scores = await readAllScores(path, memory);
  return Float64Array.from(itemNames, (name) => {
    const score = scores.get(name);
    if (score === undefined)
      throw new DatasetError(`there is no score for ${shown(name)}; expected one for every item`, { file: path });
    return score;
  });
}

/**
 * Reads all scores in a file, in any of the formats of {@link readScores}.
 *
 * @param path - The path of the file.
 * @param memory - The memory limit.
 * @returns The score of each item by name, in the order of the file.
 * @throws DatasetError if an item has two scores, or a score is not a finite number.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readAllScores } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "scores.json");
 * writeFileSync(path, '{"tea": 1.5, "milk": -2}');
 * console.log(await readAllScores(path)); // Map(2) { 'tea' => 1.5, 'milk' => -2 }
 * ```
 */
export async function readAllScores(path: string, memory: MemoryOptions = {}): Promise<Map<string, number>> {
  const parser = createScoresParser(path, memory);
  await readLines(path, parser.line, memory);
  return parser.finish();
}

/** Creates a parser for scores, which detects the format from the first line. */
export function createScoresParser(file: string, memory: MemoryOptions): LineParser<Map<string, number>> {
  const meter = createMemoryMeter(file, memory);
  const scores = new Map<string, number>();
  const json: string[] = [];
  let jsonLine = 1;
  let columns: { readonly name: number; readonly score: number; readonly hasHeader: boolean } | undefined;

  const add = (name: unknown, score: unknown, line: number): void => {
    const place = { file, line };
    if (typeof name !== "string") throw new DatasetError("an item has no name", place);
    if (typeof score !== "number" || !Number.isFinite(score)) {
      throw new DatasetError(`the score of ${shown(name)} is ${shown(score)}; expected a number`, place);
    }
    if (scores.has(name)) throw new DatasetError(`${shown(name)} has two scores`, place);
    scores.set(name, score);
  };

  function addFields(text: string, line: number): void {
    const fields = text.split("\t");
    if (columns === undefined) {
      const [name, score] = [fields.indexOf("item"), fields.indexOf("utility")];
      const hasHeader = name >= 0 && score >= 0;
      columns = hasHeader ? { name, score, hasHeader } : { name: 0, score: 1, hasHeader };
      if (hasHeader) return;
    }
    const name = fields[columns.name];
    const score = parseDecimal(fields[columns.score]?.trim() ?? "");
    // Only the output of `fit`, which has a header, escapes names.
    add(columns.hasHeader && name !== undefined ? decodeTsvField(name) : name, score, line);
  }

  return {
    line(text, line) {
      if (text.trim() === "") return;
      meter.take(100 + 2 * text.length, line);
      if (json.length === 0 && columns === undefined && text.trimStart().startsWith("{")) jsonLine = line;
      else if (json.length === 0) return addFields(text, line);
      json.push(text);
    },
    finish() {
      if (json.length > 0) {
        for (const [name, score] of jsonEntries(json.join("\n"), { file, line: jsonLine })) add(name, score, jsonLine);
      }
      return scores;
    },
  };
}

function jsonEntries(text: string, place: { file: string; line: number }): [unknown, unknown][] {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new DatasetError(`expected JSON: ${printableText((error as Error).message)}`, { ...place, cause: error });
  }
  const { items } = value;
  if (!Array.isArray(items)) return Object.entries(value);
  return items.map((entry: { name?: unknown; utility?: unknown } | null) => [entry?.name, entry?.utility]);
}

function shown(value: unknown): string {
  const text = (typeof value === "number" ? String(value) : JSON.stringify(value)) ?? "missing";
  return printableText(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
