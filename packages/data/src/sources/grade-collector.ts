import { type MemoryMeter, preferenceBytes } from "../reading/memory-limit.ts";
import { createArrayBuilder } from "../rows/array-builder.ts";

/** Tiers, and the grade of each tier. */
interface GradedTiers {
  readonly tiers: Int32Array[];
  readonly grades: Float64Array;
}

/** Collects the grades that judges (users, queries) give to items, in any order. */
export interface GradeCollector {
  /** Records that `judge` gives `item` the grade `grade` on this line of the file. */
  add(judge: number, item: number, grade: number, line: number): void;
  /** Returns the tiers of each judge, highest grade first. If a judge grades an item twice, throws the error that `repeated` creates. */
  finish(judges: number, items: number, repeated: (judge: number, item: number, line: number) => Error): GradedTiers[];
}

/** Creates a collector that reports its memory use to `memory`. */
export function createGradeCollector(memory: MemoryMeter): GradeCollector {
  const judges = createArrayBuilder(Int32Array);
  const items = createArrayBuilder(Int32Array);
  const lines = createArrayBuilder(Int32Array);
  const grades = createArrayBuilder(Float64Array);
  return {
    add(judge, item, grade, line) {
      memory.take(20, line);
      judges.push(judge);
      items.push(item);
      grades.push(grade);
      lines.push(line);
    },
    finish(judgeCount, itemCount, repeated) {
      const judgeOf = judges.finish();
      const itemOf = items.finish();
      const gradeOf = grades.finish();
      const lineOf = lines.finish();
      const { starts, order } = groupBy(judgeOf, judgeCount);
      const lastJudge = new Int32Array(itemCount).fill(-1);
      return Array.from({ length: judgeCount }, (_, judge) => {
        const group = order.subarray(starts[judge], starts[judge + 1]);
        for (const k of group) {
          if (lastJudge[itemOf[k]] === judge) throw repeated(judge, itemOf[k], lineOf[k]);
          lastJudge[itemOf[k]] = judge;
        }
        const graded = tiersByGrade(
          group.map((k) => itemOf[k]),
          Float64Array.from(group, (k) => gradeOf[k]),
        );
        memory.take(preferenceBytes(graded.tiers.length, group.length), lineOf[group[0]] ?? 1);
        return graded;
      });
    },
  };
}

/** Groups positions by key (counting sort): the positions with key j are `order[starts[j]] … order[starts[j + 1] − 1]`, ascending. */
function groupBy(keys: Int32Array, keyCount: number): { starts: Int32Array; order: Int32Array } {
  const starts = new Int32Array(keyCount + 1);
  for (const key of keys) starts[key + 1]++;
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key];
  const next = starts.slice();
  const order = new Int32Array(keys.length);
  for (let k = 0; k < keys.length; k++) order[next[keys[k]]++] = k;
  return { starts, order };
}

/**
 * Sorts items into tiers by grade, the highest first, with items in ascending order within a tier.
 *
 * @param items - Distinct item numbers.
 * @param grades - `grades[k]` is the grade of `items[k]`.
 */
function tiersByGrade(items: Int32Array, grades: Float64Array): GradedTiers {
  const order = Int32Array.from(items, (_, k) => k);
  order.sort((j, k) => grades[k] - grades[j] || items[j] - items[k]);
  const tiers: Int32Array[] = [];
  const gradeOfTier: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && grades[order[end]] === grades[order[start]]) end++;
    tiers.push(order.slice(start, end).map((k) => items[k]));
    gradeOfTier.push(grades[order[start]]);
    start = end;
  }
  return { tiers, grades: Float64Array.from(gradeOfTier) };
}
