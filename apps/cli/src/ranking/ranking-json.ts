import type { BattleFit, NamedFit } from "@tierwise/aggregate";
import type { Leaderboard } from "./leaderboard.ts";
import type { ScaledSlice } from "./slices-table.ts";

/** The output of `--json`, which contains the items, scale and ranks of a leaderboard, and further results for battles. */
export function rankingJson(
  { items, scale, ranks }: Leaderboard,
  counts: Float64Array,
  fit: NamedFit & Partial<Pick<BattleFit, "acceptable" | "effects" | "judges" | "ties">>,
  slices: readonly ScaledSlice[] | undefined,
): Record<string, unknown> {
  const isScaled = scale.name !== "utility";
  const { interval, ties, effects, acceptable, judges } = fit;
  const found = { interval, ties, effects, acceptable, judges, slices };
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    ...(isScaled && { scale: { name: scale.name, ...(scale.anchor && { anchor: scale.anchor }) } }),
    ...(ranks && { ranks: { ...ranks, groups: groupNames(items, ranks.groups) } }),
    items: items.map(({ item, groups: _, value, valueInterval, ...named }) => ({
      ...named,
      ...(isScaled && { value, ...(valueInterval && { valueInterval }) }),
      observations: counts[item],
    })),
  };
}

/** The names of the items in each group that the data cannot separate. */
function groupNames(items: Leaderboard["items"], count: number): string[][] {
  return Array.from({ length: count }, (_, group) =>
    items.filter(({ groups = [] }) => groups.includes(group)).map(({ name }) => name),
  );
}
