import { readFile } from "node:fs/promises";

/**
 * Scores of named items: a JSON object `{"name": score}` or what `tierwise fit --json` prints, or lines `name<tab>score`. Every item
 * must have one.
 */
export async function readScores(path: string, items: readonly string[]): Promise<Float64Array> {
  const text = await readFile(path, "utf8");
  const scores = text.trimStart().startsWith("{") ? fromJson(text, path) : fromLines(text, path);
  return Float64Array.from(items, (name) => {
    const score = scores.get(name);
    if (score === undefined) throw new Error(`${path} has no score of ${JSON.stringify(name)}`);
    return score;
  });
}

function fromJson(text: string, path: string): Map<string, number> {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const { items } = value;
  const entries: [string, unknown][] = Array.isArray(items)
    ? items.map((entry: { name?: unknown; utility?: unknown }) => [String(entry?.name), entry?.utility])
    : Object.entries(value);
  return checked(entries, path);
}

function fromLines(text: string, path: string): Map<string, number> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const fields = lines.map((line) => line.split("\t"));
  const head = fields[0] ?? [];
  const [name, score] = ["item", "utility"].map((word) => head.indexOf(word));
  const headed = name >= 0 && score >= 0;
  const rows = headed ? fields.slice(1) : fields;
  return checked(
    rows.map((row) => [
      row[headed ? name : 0],
      row[headed ? score : 1]?.trim() ? Number(row[headed ? score : 1]) : Number.NaN,
    ]),
    path,
  );
}

function checked(entries: readonly (readonly [string, unknown])[], path: string): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [name, score] of entries) {
    if (typeof score !== "number" || !Number.isFinite(score)) {
      throw new Error(`${path}: the score of ${JSON.stringify(name)} is ${JSON.stringify(score)}; expected a number`);
    }
    scores.set(name, score);
  }
  return scores;
}
