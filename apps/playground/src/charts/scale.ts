/** A function that maps a domain linearly to a range. An empty domain maps to the middle of the range. */
export function linearScale(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  if (!(to > from)) return () => (start + end) / 2;
  return (value) => Number((start + ((value - from) / (to - from)) * (end - start)).toFixed(2));
}

/** About `count` round numbers that enclose an interval. */
export function niceTicks(from: number, to: number, count: number): number[] {
  const span = to > from ? to - from : 1;
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const [first, last] = [Math.floor(from / step), Math.ceil((to > from ? to : from + span) / step)];
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}
