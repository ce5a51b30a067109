import type { BattleTable } from "@tierwise/data";

/**
 * Replaces the times in a factor of battles with months, such as 2024-03, in chronological order. Values that are not times stay unchanged.
 */
export function byMonth(battles: BattleTable, by: string): BattleTable {
  const factor = battles.factors?.[by];
  if (factor === undefined) return battles;
  const months = factor.names.map(monthOf);
  const names = [...new Set(months)].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const codes = factor.codes.map((code) => places.get(months[code]) ?? 0);
  return { ...battles, factors: { ...battles.factors, [by]: { codes, names } } };
}

/** The month of a time in ISO format, or in seconds or milliseconds since 1970. */
function monthOf(time: string): string {
  if (/^\d{4}-\d{2}(?!\d)/.test(time)) return time.slice(0, 7);
  const value = Number(time);
  if (time.trim() === "" || !(value >= 1e8 && value < 1e14)) return time;
  // Larger numbers are milliseconds, because 1e11 seconds is the year 5138.
  return new Date(value < 1e11 ? 1000 * value : value).toISOString().slice(0, 7);
}
