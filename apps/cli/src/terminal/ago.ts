const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Formats a moment as the time elapsed since then and the date, such as `3 hours ago (2026-01-02T03:04:05.000Z)`. */
export function ago(moment: Date, now = new Date()): string {
  return `${age(moment, now)} ago (${moment.toISOString()})`;
}

/** The time since a moment, such as `3 hours`. */
export function age(moment: Date, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000);
  const [name, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
