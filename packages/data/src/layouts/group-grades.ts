import type { DuplicatesPolicy } from "./reducer.ts";

/** Column-oriented grades: row k has a user, an item, and the code of the grade that the user gave the item. */
export interface GradeColumns {
  readonly users: Int32Array;
  readonly items: Int32Array;
  readonly grades: Int32Array;
  /** The time at which each grade was given. Needed only if the time decides which of several grades for an item counts. */
  readonly times: Float64Array | undefined;
}

export interface GroupGradesOptions {
  readonly userCount: number;
  readonly itemCount: number;
  /** The value of each grade code: higher is better. */
  readonly values: readonly number[];
  /** Which grade counts if a user grades an item several times; `"best"` means the highest. */
  readonly duplicates: DuplicatesPolicy | "best";
  /**
   * Called for every additional grade that a user gives an item; `isConflict` is true if the grades differ and no rule decides which one
   * counts.
   */
  readonly onDuplicate: (user: number, item: number, isConflict: boolean) => void;
}

/** The tiers of a user, and the grade of each tier. */
export interface GradedTiers {
  readonly tiers: Int32Array[];
  readonly grades: Float64Array;
}

/** Sorts the items of each user into tiers by grade, the highest first, with items in ascending order within a tier. */
export function groupGrades(columns: GradeColumns, options: GroupGradesOptions): GradedTiers[] {
  const { userCount, itemCount } = options;
  const { starts, order } = groupBy(columns.users, userCount);
  // For each item: the last user who graded it, and its position in that user's list.
  const seenBy = new Int32Array(itemCount).fill(-1);
  const seenAt = new Int32Array(itemCount);
  return Array.from({ length: userCount }, (_, user) => {
    const items: number[] = [];
    const values: number[] = [];
    const times: number[] = [];
    const all = new Map<number, number[]>();
    for (let k = starts[user]; k < starts[user + 1]; k++) {
      const row = order[k];
      const item = columns.items[row];
      const value = options.values[columns.grades[row]];
      const time = columns.times?.[row] ?? 0;
      if (seenBy[item] !== user) {
        seenBy[item] = user;
        seenAt[item] = items.length;
        items.push(item);
        values.push(value);
        times.push(time);
        continue;
      }
      const at = seenAt[item];
      options.onDuplicate(user, item, options.duplicates === "error" && values[at] !== value);
      if (options.duplicates === "mean") {
        const given = all.get(at) ?? [values[at]];
        given.push(value);
        all.set(at, given);
      } else if (replaces(options.duplicates, { value, time }, { value: values[at], time: times[at] })) {
        values[at] = value;
        times[at] = time;
      }
    }
    for (const [at, given] of all) values[at] = meanOf(given);
    return tiersOf(items, values);
  });
}

interface Grade {
  readonly value: number;
  readonly time: number;
}

/** Whether a later row replaces an earlier row. If the times are equal, the value decides, so that the order of rows does not matter. */
function replaces(rule: GroupGradesOptions["duplicates"], next: Grade, held: Grade): boolean {
  if (rule === "best") return next.value > held.value;
  if (rule === "last")
    return next.time > held.time || (next.time === held.time && (next.time === 0 || next.value > held.value));
  return (
    rule === "first" &&
    (next.time < held.time || (next.time === held.time && next.time !== 0 && next.value > held.value))
  );
}

/** The mean of values, which are added in ascending order so that the order of rows does not affect rounding. */
function meanOf(values: number[]): number {
  return values.sort((a, b) => a - b).reduce((sum, value) => sum + value, 0) / values.length;
}

function tiersOf(items: readonly number[], values: readonly number[]): GradedTiers {
  const order = Int32Array.from(items, (_, k) => k);
  order.sort((j, k) => (values[j] === values[k] ? items[j] - items[k] : values[k] > values[j] ? 1 : -1));
  const tiers: Int32Array[] = [];
  const grades: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    tiers.push(order.slice(start, end).map((k) => items[k]));
    grades.push(values[order[start]]);
    start = end;
  }
  return { tiers, grades: Float64Array.from(grades) };
}

/** Groups positions by key (counting sort): the positions with key j are `order[starts[j]] … order[starts[j + 1] − 1]`, ascending. */
function groupBy(keys: Int32Array, keyCount: number): { starts: Int32Array; order: Int32Array } {
  const starts = new Int32Array(keyCount + 1);
  for (let k = 0; k < keys.length; k++) starts[keys[k] + 1]++;
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key];
  const next = starts.slice();
  const order = new Int32Array(keys.length);
  for (let k = 0; k < keys.length; k++) order[next[keys[k]]++] = k;
  return { starts, order };
}
