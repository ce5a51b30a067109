import { topK } from "./top-k.ts";

/**
 * Creates a function that checks a point: a row of scores or a ranking, and the relevant items. For each of the first `depth` positions,
 * the function returns the item there if it is relevant and −1 otherwise. The returned array is reused.
 *
 * @param depth - The number of positions to read; later ones are ignored.
 * @param itemCount - The number of items, if it is known beforehand.
 */
export function pointReader(
  depth: number,
  itemCount: number | undefined,
): (x: ArrayLike<number>, relevant: ArrayLike<number>) => Float64Array {
  const hits = new Float64Array(depth);
  const seen = new Set<number>();
  return (x, relevant) => {
    if (!isArray(x)) throw new TypeError(`x is ${x}; expected a row of scores or a ranking`);
    if (!isArray(relevant)) throw new TypeError(`relevant is ${relevant}; expected an array of item indices`);
    const scored = isScores(x);
    const ranking = scored ? rankingOf(x, depth, itemCount) : x;
    const places = Math.min(ranking.length, depth);
    if (!scored) collectItems("ranking", ranking, places, itemCount, seen);
    collectItems("relevant", relevant, relevant.length, scored ? x.length : itemCount, seen);
    for (let r = 0; r < depth; r++) hits[r] = r < places && seen.has(ranking[r]) ? ranking[r] : -1;
    return hits;
  };
}

function isArray(x: unknown): boolean {
  return typeof x === "object" && x !== null && Number.isInteger((x as ArrayLike<number>).length);
}

function isScores(x: ArrayLike<number>): x is Float32Array | Float64Array {
  return x instanceof Float32Array || x instanceof Float64Array;
}

function rankingOf(scores: Float32Array | Float64Array, depth: number, itemCount: number | undefined): Int32Array {
  if (itemCount !== undefined && scores.length !== itemCount) {
    throw new RangeError(
      `scores has length ${scores.length}; expected ${itemCount}, the number of items in the evaluator's options`,
    );
  }
  return topK(scores, depth);
}

/** Adds the first `count` items to `seen`. Throws if one of them is invalid or occurs twice. */
function collectItems(
  name: "ranking" | "relevant",
  items: ArrayLike<number>,
  count: number,
  itemCount: number | undefined,
  seen: Set<number>,
): void {
  seen.clear();
  for (let i = 0; i < count; i++) {
    const item = items[i];
    if (!Number.isInteger(item) || item < 0 || (itemCount !== undefined && item >= itemCount)) {
      throw new RangeError(`${name}[${i}] is ${item}, not an item: ${expectedItem(name, item, itemCount)}`);
    }
    if (seen.has(item)) throw new RangeError(`${name} contains item ${item} twice`);
    seen.add(item);
  }
}

function expectedItem(name: "ranking" | "relevant", item: number, itemCount: number | undefined): string {
  if (itemCount === 0) return "there are no items";
  const expected = itemCount === undefined ? "a nonnegative integer" : `an integer from 0 to ${itemCount - 1}`;
  const scoresMeant = name === "ranking" && typeof item === "number" && !Number.isInteger(item);
  return `expected ${expected}${scoresMeant ? " (pass scores as a Float32Array or Float64Array)" : ""}`;
}
