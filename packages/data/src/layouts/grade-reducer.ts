import type { Preference } from "@tierwise/core-integrator";
import type { Plan } from "../columns/plan.ts";
import { parseNumber } from "../columns/table-profile.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { preferenceBytes } from "../reading/memory-limit.ts";
import { type Cells, cellText } from "../records/cells.ts";
import { createNameIndex, MISSING } from "../records/name-index.ts";
import { createArrayBuilder } from "../rows/array-builder.ts";
import { canonicalNames } from "./canonical-order.ts";
import { clickOf, letterGradeOf, placeOf, ratingOf } from "./grade-values.ts";
import { groupGrades } from "./group-grades.ts";
import {
  duplicatesOption,
  type Reduced,
  type Reducer,
  type ReducerContext,
  skipMissing,
  wrongValue,
} from "./reducer.ts";

export interface GradeReducerOptions {
  /** The minimum number of grades per user; users with fewer grades are omitted. */
  readonly minRatings: number;
}

/** The role that contains the grade, for each layout with grades. */
const valueRoles = { ratings: "rating", places: "place", impressions: "clicked", clicks: undefined } as const;
type GradeFormat = keyof typeof valueRoles;

/**
 * Reduces rows of user, item and grade to one preference per user. Items with equal grades form a tier, and the best tier is first. Each
 * row takes 12 bytes until the end of the file; names and distinct grades are stored once.
 */
export function createGradeReducer(context: ReducerContext, { minRatings }: GradeReducerOptions): Reducer {
  const names = { memory: context.memory, file: () => context.file };
  const items = createNameIndex({ ...names, ...(context.itemNames && { names: context.itemNames }) });
  const users = createNameIndex(names);
  const grades = createNameIndex(names);
  const [userOf, itemOf, gradeOf] = [Int32Array, Int32Array, Int32Array].map((type) => createArrayBuilder(type));
  const times = createArrayBuilder(Float64Array);
  const values: number[] = [];
  let plan: Plan;
  let format: GradeFormat = "ratings";
  let parse: (text: string) => number = ratingOf;
  let timed = false;

  /** The code of the user. Without a user column, the whole file is one observation. */
  function userCode(cells: Cells): number {
    const columns = plan.columns.user ?? [];
    if (columns.length === 0) return users.of("all", cells.line);
    if (columns.length === 1) return users.ofCell(cells, columns[0]);
    const parts = columns.map((column) => cellText(cells, column, context.file));
    return parts.some((part) => part === "") ? MISSING : users.of(parts.join(" / "), cells.line);
  }

  /** Returns the code of a row's grade, or skips the row and returns {@link MISSING}. */
  function gradeCode(cells: Cells): number {
    const role = valueRoles[format];
    const column = role === undefined ? undefined : plan.columns[role]?.[0];
    if (role === undefined || column === undefined) return grades.of("1", cells.line);
    const code = grades.ofCell(cells, column);
    if (code === MISSING) {
      skipMissing(context, role, column, cells.line);
      return MISSING;
    }
    if (code === values.length) {
      const text = grades.names[code];
      const value = parse(text);
      if (Number.isNaN(value)) {
        const expected = { rating: "a number", place: "a place", clicked: "0 or 1" }[role];
        throw wrongValue(context, { role, text, expected }, column, cells.line);
      }
      values.push(value);
    }
    return code;
  }

  return {
    begin(next) {
      plan = next;
      format = next.format as GradeFormat;
      parse = { ratings: ratingOrLetter, places: placeOf, impressions: clickOf, clicks: clickOf }[format];
      timed = next.columns.time !== undefined && context.duplicates !== "error" && context.duplicates !== "mean";
      if (format === "clicks" && values.length === 0) {
        grades.of("1", 1);
        values.push(1);
      }
    },
    row(cells) {
      const user = userCode(cells);
      if (user === MISSING) return skipMissing(context, "user", plan.columns.user?.[0] ?? 0, cells.line);
      // The item is looked up last, so that a skipped row adds no item.
      const grade = gradeCode(cells);
      if (grade === MISSING) return;
      const itemColumn = plan.columns.item?.[0] ?? 0;
      const item = items.ofCell(cells, itemColumn);
      if (item === MISSING) return skipMissing(context, "item", itemColumn, cells.line);
      context.memory.take(timed ? 20 : 12, cells.line);
      userOf.push(user);
      itemOf.push(item);
      gradeOf.push(grade);
      if (timed) times.push(timeOf(cellText(cells, plan.columns.time?.[0] ?? 0, context.file)));
    },
    finish() {
      const canonicalItems = canonicalNames(items.names, { fixed: context.itemNames?.length });
      const canonicalUsers = canonicalNames(users.names);
      const sign = plan.best === "lower" ? -1 : 1;
      const recoded = (codes: Int32Array, order: Int32Array): Int32Array => {
        for (let k = 0; k < codes.length; k++) codes[k] = order[codes[k]];
        return codes;
      };
      const groups = groupGrades(
        {
          users: recoded(userOf.finish(), canonicalUsers.order),
          items: recoded(itemOf.finish(), canonicalItems.order),
          grades: gradeOf.finish(),
          times: timed ? times.finish() : undefined,
        },
        {
          userCount: canonicalUsers.names.length,
          itemCount: canonicalItems.names.length,
          values: values.map((value) => sign * value),
          duplicates: format === "impressions" ? "best" : context.duplicates,
          onDuplicate(user, item, isConflict) {
            context.counts.duplicates++;
            if (isConflict)
              throw contradiction(context, canonicalUsers.names[user], canonicalItems.names[item], format);
          },
        },
      );
      const kept: { user: string; preference: Preference; grades: Float64Array }[] = [];
      for (const [user, { tiers, grades: tierGrades }] of groups.entries()) {
        const count = tiers.reduce((sum, tier) => sum + tier.length, 0);
        if (count === 0 || count < minRatings) continue;
        context.memory.take(preferenceBytes(tiers.length, count), 1);
        const rated = tierGrades.map((grade) => sign * grade);
        kept.push({ user: canonicalUsers.names[user], preference: { tiers, rest: plan.rest }, grades: rated });
      }
      const result: Reduced = {
        itemNames: canonicalItems.names,
        users: kept.map(({ user }) => user),
        preferences: kept.map(({ preference }) => preference),
        ratings: kept.map((one) => one.grades),
        weights: new Float64Array(kept.length).fill(1),
      };
      return result;
    },
  };
}

function ratingOrLetter(text: string): number {
  const value = ratingOf(text);
  return Number.isNaN(value) ? letterGradeOf(text) : value;
}

/** Parses a time, given in seconds or as a date, to a number. */
function timeOf(text: string): number {
  const value = parseNumber(text);
  return Number.isNaN(value) ? Date.parse(text) || 0 : value;
}

function contradiction({ file }: ReducerContext, user: string, item: string, format: GradeFormat): DatasetError {
  const what = format === "places" ? "places" : "ratings";
  const problem = `${quoted(user)} gives item ${quoted(item)} two different ${what}`;
  return new DatasetError(problem, { file, ...duplicatesOption });
}
