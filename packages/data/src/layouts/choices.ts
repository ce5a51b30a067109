import type { Plan, RoleFinder } from "../columns/plan.ts";
import { tokensOf } from "../columns/side-pairs.ts";
import { listOf } from "./list-cell.ts";

/** Finds the ways to read a table as choices from several items: the best and worst of the items shown, or the winner. */
export function choicePlans(finder: RoleFinder): Plan[] {
  const { profile, request } = finder;
  const best = finder.given("best")?.[0] ?? finder.find("best")[0]?.index;
  const worst = finder.given("worst")?.[0] ?? finder.find("worst")[0]?.index;
  const shown = shownColumns(finder);
  const winner = finder.given("winner")?.[0] ?? finder.find("winner")[0]?.index;
  const weight = finder.find("weight")[0]?.index;
  const user = finder.find("user")[0]?.index;
  const further = { ...(user !== undefined && { judge: [user] }), ...(weight !== undefined && { weight: [weight] }) };
  const base = { format: "choices", rest: request.rest ?? "unobserved" } as const;
  const name = (index: number): string => finder.nameOf(index);
  if (best !== undefined && (worst !== undefined || shown.length > 0)) {
    const columns = {
      best: [best],
      ...(worst !== undefined && { worst: [worst] }),
      ...(shown.length > 0 && { shown }),
      ...further,
    };
    const others = shown.length > 0 ? ", with the other shown items in between" : "";
    const words = `choices: ${name(best)} is best${worst === undefined ? "" : ` and ${name(worst)} worst`}${others}`;
    return [{ ...base, columns, words, choose: { format: "choices" } }];
  }
  if (winner === undefined || shown.length === 0 || profile.columns[winner] === undefined) return [];
  if (shown.includes(winner)) return [];
  const words = `choices: ${name(winner)} wins against the others in ${shown.map(name).join(", ")}`;
  return [{ ...base, columns: { best: [winner], shown, ...further }, words, choose: { format: "choices" } }];
}

/** The columns that contain the items shown: one column with a list of items, or at least three numbered columns. */
function shownColumns({ profile, given, find }: RoleFinder): readonly number[] {
  const named = given("shown");
  if (named !== undefined) return named;
  const listed = find("shown").find(
    ({ values }) => values.size > 0 && [...values].every((text) => listOf(text) !== undefined),
  );
  if (listed !== undefined) return [listed.index];
  const series = new Map<string, number[]>();
  for (const { name, index } of profile.columns) {
    const tokens = tokensOf(name ?? "");
    const last = tokens.at(-1) ?? "";
    if (!/^(\d{1,2}|[a-h])$/.test(last)) continue;
    const stem = tokens.slice(0, -1).join(" ");
    series.set(stem, [...(series.get(stem) ?? []), index]);
  }
  const items =
    /^(item|option|candidate|model|alternative|player|team|competitor|contestant|image|product|shown|choice|answer|)( name| id)?$/;
  return [...series].find(([stem, indices]) => items.test(stem) && indices.length >= 3)?.[1] ?? [];
}
