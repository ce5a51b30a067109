import type { Plan } from "../columns/plan.ts";
import { parseNumber } from "../columns/table-profile.ts";
import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { type Cells, cellText } from "../records/cells.ts";
import { isMissing, MISSING } from "../records/name-index.ts";
import { listOf, rankingOf } from "./list-cell.ts";
import { type Reducer, type ReducerContext, skip, skipMissing, wrongValue } from "./reducer.ts";
import { createTierCollector, type TierCollector } from "./tier-collector.ts";

/** Words for an empty choice on a ballot. */
const NO_CHOICE = /^(skipped|undervote|overvote|blank|exhausted|-+|—)$/i;

/** Reduces rows that each contain a whole observation: choices from several items, ballots, and rankings in one cell. */
export function createTierReducer(context: ReducerContext): Reducer {
  const collector = createTierCollector(context);
  let plan: Plan;
  return {
    begin(next) {
      plan = next;
    },
    row(cells) {
      const weight = weightOf(context, plan, cells);
      if (Number.isNaN(weight)) return;
      const tiers = tiersOf(context, plan, collector, cells);
      if (tiers === undefined) return;
      const userColumn = plan.format === "choices" ? undefined : plan.columns.user?.[0];
      const user = userColumn === undefined ? undefined : cellText(cells, userColumn, context.file);
      if (user !== undefined && isMissing(user)) return skipMissing(context, "user", userColumn ?? 0, cells.line);
      collector.add(tiers, weight, user, cells.line);
    },
    finish: () => collector.finish(plan.rest),
  };
}

function tiersOf(context: ReducerContext, plan: Plan, collector: TierCollector, cells: Cells): number[][] | undefined {
  if (plan.format === "ballots") return ballot(context, plan, collector, cells);
  if (plan.format === "orders") return ordered(context, plan, collector, cells);
  return chosen(context, plan, collector, cells);
}

/** The weight of a row, or NaN if the row is skipped. */
function weightOf(context: ReducerContext, { columns }: Plan, cells: Cells): number {
  const column = columns.weight?.[0];
  if (column === undefined) return 1;
  const text = cellText(cells, column, context.file);
  if (isMissing(text)) {
    skipMissing(context, "weight", column, cells.line);
    return Number.NaN;
  }
  const weight = parseNumber(text);
  if (weight >= 0 && Number.isFinite(weight)) return weight;
  throw wrongValue(context, { role: "weight", text, expected: "a nonnegative number" }, column, cells.line);
}

/** Reads a ballot. Empty choices are skipped, and only the first mention of a candidate counts. */
function ballot(
  context: ReducerContext,
  { columns }: Plan,
  { items }: TierCollector,
  cells: Cells,
): number[][] | undefined {
  const tiers: number[][] = [];
  for (const column of columns.values ?? []) {
    const text = cellText(cells, column, context.file);
    if (isMissing(text) || NO_CHOICE.test(text)) continue;
    const item = items.ofCell(cells, column);
    if (tiers.some(([known]) => known === item)) context.counts.duplicates++;
    else tiers.push([item]);
  }
  if (tiers.length > 0) return tiers;
  skip(context, "an empty ballot");
  return undefined;
}

/** Reads a ranking in one cell. */
function ordered(
  context: ReducerContext,
  { columns }: Plan,
  { items }: TierCollector,
  cells: Cells,
): number[][] | undefined {
  const column = columns.ranking?.[0] ?? 0;
  const text = cellText(cells, column, context.file);
  if (isMissing(text)) {
    skipMissing(context, "ranking", column, cells.line);
    return undefined;
  }
  const tiers = rankingOf(text) ?? [[text]];
  return distinct(
    tiers.map((tier) => tier.map((name) => items.of(name, cells.line))),
    context,
    items.names,
    cells.line,
  );
}

/** Reads a choice: the best item is above the others shown, which are above the worst. */
function chosen(
  context: ReducerContext,
  { columns }: Plan,
  { items }: TierCollector,
  cells: Cells,
): number[][] | undefined {
  const one = (role: "best" | "worst"): number | undefined => {
    const column = columns[role]?.[0];
    if (column === undefined) return undefined;
    const item = items.ofCell(cells, column);
    if (item === MISSING) skipMissing(context, role, column, cells.line);
    return item;
  };
  const [best, worst] = [one("best"), one("worst")];
  if (best === MISSING || worst === MISSING) return undefined;
  const shown = (columns.shown ?? []).flatMap((column) => {
    const text = cellText(cells, column, context.file);
    return isMissing(text) ? [] : (listOf(text) ?? [text]);
  });
  const all = [...new Set(shown.map((name) => items.of(name, cells.line)))].filter((item) => item !== MISSING);
  const fail = (problem: string): DatasetError =>
    new DatasetError(problem, { file: context.file, line: cells.line, option: "columns" });
  for (const item of [best, worst]) {
    if (item !== undefined && all.length > 0 && !all.includes(item)) {
      throw fail(`${quoted(items.names[item])} is not among the items shown: ${quoted(shown.join(", "))}`);
    }
  }
  if (best === worst) throw fail(`${quoted(items.names[best ?? 0])} is both best and worst`);
  const others = all.filter((item) => item !== best && item !== worst);
  return [best, others, worst].map((tier) => (tier === undefined ? [] : typeof tier === "number" ? [tier] : tier));
}

/** Checks that a ranking names each item at most once. */
export function distinct(
  tiers: number[][],
  context: ReducerContext,
  names: readonly string[],
  line: number,
): number[][] {
  const seen = new Set<number>();
  for (const item of tiers.flat()) {
    if (item === MISSING) throw new DatasetError("a name is empty", { file: context.file, line });
    if (seen.has(item))
      throw new DatasetError(`item ${quoted(names[item])} occurs twice`, { file: context.file, line });
    seen.add(item);
  }
  return tiers;
}
