import { type MemoryOptions, readLines } from "@tierwise/data";
import { createMemoryMeter, decimalOf } from "@tierwise/data/reading";
import { visibleText } from "@tierwise/data/visible-text";
import { nameOfTsvField } from "../files/tsv-field.ts";

/**
 * Scores of named items: a JSON object `{"name": score}` or what `tierwise fit --json` prints, lines `name<tab>score`, or what
 * `tierwise fit --out` writes. Every item must have one.
 */
export async function readScores(
  path: string,
  items: readonly string[],
  memory: MemoryOptions = {},
): Promise<Float64Array> {
  const parser = createScoresParser(path, memory);
  await readLines(path, parser.line, memory);
  const scores = parser.finish();
  return Float64Array.from(items, (name) => {
    const score = scores.get(name);
    if (score === undefined) throw new Error(`${path} has no score of ${shown(name)}`);
    return score;
  });
}

/** What takes the lines of a file of scores, and has them at the end. */
export interface ScoresParser {
  readonly line: (text: string, line: number) => void;
  readonly finish: () => Map<string, number>;
}

/** A parser of scores; which of the formats it is, the first line tells. */
export function createScoresParser(path: string, memory: MemoryOptions): ScoresParser {
  const meter = createMemoryMeter(path, memory);
  const scores = new Map<string, number>();
  const json: string[] = [];
  let columns: { readonly name: number; readonly score: number; readonly headed: boolean } | undefined;

  const add = (name: unknown, score: unknown, line?: number): void => {
    const place = line === undefined ? path : `${path}:${line}`;
    if (typeof name !== "string") throw new Error(`${place}: an item has no name`);
    if (typeof score !== "number" || !Number.isFinite(score)) {
      throw new Error(`${place}: the score of ${shown(name)} is ${shown(score)}; expected a number`);
    }
    if (scores.has(name)) throw new Error(`${place}: ${shown(name)} has two scores`);
    scores.set(name, score);
  };

  function addFields(text: string, line: number): void {
    const fields = text.split("\t");
    if (columns === undefined) {
      const [name, score] = [fields.indexOf("item"), fields.indexOf("utility")];
      const headed = name >= 0 && score >= 0;
      columns = headed ? { name, score, headed } : { name: 0, score: 1, headed };
      if (headed) return;
    }
    const name = fields[columns.name];
    const score = decimalOf(fields[columns.score]?.trim() ?? "");
    // Only what `fit` writes, which has a head, has escapes in names.
    add(columns.headed && name !== undefined ? nameOfTsvField(name) : name, score, line);
  }

  return {
    line(text, line) {
      if (text.trim() === "") return;
      meter.take(100 + 2 * text.length, line);
      if (json.length > 0 || (columns === undefined && text.trimStart().startsWith("{"))) json.push(text);
      else addFields(text, line);
    },
    finish() {
      for (const [name, score] of json.length === 0 ? [] : jsonEntries(json.join("\n"), path)) add(name, score);
      return scores;
    },
  };
}

function jsonEntries(text: string, path: string): [unknown, unknown][] {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const { items } = value;
  if (!Array.isArray(items)) return Object.entries(value);
  return items.map((entry: { name?: unknown; utility?: unknown } | null) => [entry?.name, entry?.utility]);
}

/** A value as an error shows it. */
function shown(value: unknown): string {
  const text = (typeof value === "number" ? String(value) : JSON.stringify(value)) ?? "missing";
  return visibleText(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
