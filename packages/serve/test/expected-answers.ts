import type { Ranker } from "@tierwise/ranker";
import { randomRows } from "./example-models.ts";

export interface Expected {
  readonly body: string;
  readonly items: readonly { readonly item: number; readonly name: string; readonly score: number }[];
}

/** Requests with different k, exclusions and candidates, and their answers computed one by one with the library. */
export async function expectedAnswers(ranker: Ranker, count: number, seed: number): Promise<Expected[]> {
  const answers: Expected[] = [];
  for (let i = 0; i < count; i++) {
    const { csr, rows } = randomRows(1, seed + i);
    const k = [1, 5, 40, 300][i % 4];
    const exclude = i % 3 === 0 ? [i % 300, (i + 7) % 300] : [];
    const candidates = i % 5 === 0 ? Array.from({ length: 20 }, (_, j) => (i + 11 * j) % 300) : undefined;
    const { items, scores } = await ranker.rank(csr, {
      k,
      ...(exclude.length > 0 && { exclude: { indptr: Int32Array.of(0, 2), indices: Int32Array.from(exclude) } }),
      ...(candidates && { candidates }),
    });
    const found = Array.from(items, (item, place) => ({ item, name: String(item), score: scores[place] }));
    answers.push({
      body: JSON.stringify({ rows, k, exclude, ...(candidates && { candidates }) }),
      items: found.filter(({ item }) => item >= 0),
    });
  }
  return answers;
}
