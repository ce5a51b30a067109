import type { Plan } from "../columns/plan.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { cellText } from "../records/cells.ts";
import { createNameIndex, isMissing, MISSING } from "../records/name-index.ts";
import { canonicalNames } from "./canonical-order.ts";
import { letterGradeOf, placeOf, ratingOf } from "./grade-values.ts";
import { groupGrades } from "./group-grades.ts";
import { duplicatesOption, type Reducer, type ReducerContext, skipMissing } from "./reducer.ts";
import { bracketed } from "./wide-table.ts";

/** Reduces a spreadsheet with one column or one row per voter. An empty cell means that the voter did not judge the item. */
export function createWideReducer(context: ReducerContext): Reducer {
  const names = { memory: context.memory, file: () => context.file };
  const items = createNameIndex({ ...names, ...(context.itemNames && { names: context.itemNames }) });
  const users = createNameIndex(names);
  const [userOf, itemOf, values]: number[][] = [[], [], []];
  let plan: Plan;
  let rows = 0;
  return {
    begin(next) {
      plan = next;
    },
    row(cells) {
      const byRows = plan.columns.item === undefined;
      const column = plan.columns.user?.[0] ?? plan.columns.item?.[0];
      rows++;
      const name = column === undefined ? `row ${rows}` : cellText(cells, column, context.file);
      if (isMissing(name)) return skipMissing(context, byRows ? "user" : "item", column ?? 0, cells.line);
      const line = (byRows ? users : items).of(name, cells.line);
      for (const at of plan.columns.values ?? []) {
        const text = cellText(cells, at, context.file);
        if (isMissing(text)) continue;
        const value = gradeOf(text, plan.best === "lower");
        const heading = String(context.columnNames[at] ?? at);
        if (Number.isNaN(value)) {
          const problem = `${quoted(text)} in column ${quoted(heading)} is not a number`;
          throw new DatasetError(problem, { file: context.file, line: cells.line, option: "columns" });
        }
        const other = (byRows ? items : users).of(bracketed(heading) ?? heading, cells.line);
        if (other === MISSING) continue;
        context.memory.take(48, cells.line);
        userOf.push(byRows ? line : other);
        itemOf.push(byRows ? other : line);
        values.push(value);
      }
    },
    finish() {
      const sign = plan.best === "lower" ? -1 : 1;
      const canonicalItems = canonicalNames(items.names, { fixed: context.itemNames?.length });
      const canonicalUsers = canonicalNames(users.names);
      const distinct = [...new Set(values)];
      const codeOf = new Map(distinct.map((value, code) => [value, code]));
      const groups = groupGrades(
        {
          users: Int32Array.from(userOf, (user) => canonicalUsers.order[user]),
          items: Int32Array.from(itemOf, (item) => canonicalItems.order[item]),
          grades: Int32Array.from(values, (value) => codeOf.get(value) ?? 0),
          times: undefined,
        },
        {
          userCount: canonicalUsers.names.length,
          itemCount: canonicalItems.names.length,
          values: distinct.map((value) => sign * value),
          duplicates: context.duplicates,
          onDuplicate(user, item, isConflict) {
            context.counts.duplicates++;
            if (!isConflict) return;
            const problem = `${quoted(canonicalUsers.names[user])} judges ${quoted(canonicalItems.names[item])} twice`;
            throw new DatasetError(problem, { file: context.file, ...duplicatesOption });
          },
        },
      );
      const kept = groups
        .map((group, user) => ({ ...group, user: canonicalUsers.names[user] }))
        .filter(({ tiers }) => tiers.length > 0);
      return {
        itemNames: canonicalItems.names,
        users: kept.map(({ user }) => user),
        preferences: kept.map(({ tiers }) => ({ tiers, rest: plan.rest })),
        ratings: kept.map(({ grades }) => grades.map((grade) => sign * grade)),
        weights: new Float64Array(kept.length).fill(1),
      };
    },
  };
}

function gradeOf(text: string, isPlace: boolean): number {
  const value = isPlace ? placeOf(text) : ratingOf(text);
  return Number.isNaN(value) ? letterGradeOf(text) : value;
}
