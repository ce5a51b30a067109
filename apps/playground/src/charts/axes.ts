import type { Axis } from "./chart.tsx";
import { linearScale, niceTicks } from "./scale.ts";

/** A scale with the axis that shows it. */
export interface ScaledAxis {
  readonly to: (value: number) => number;
  readonly axis: Axis;
}

/** A linear axis whose ends are the nearest round numbers outside `from` and `to`. */
export function linearAxis(
  label: string,
  [from, to]: readonly [number, number],
  range: readonly [number, number],
  count = 6,
): ScaledAxis {
  const values = niceTicks(from, to, count);
  const scale = linearScale([values[0], values[values.length - 1]], range);
  return { to: scale, axis: { label, ticks: values.map((value) => ({ at: scale(value), text: String(value) })) } };
}

/** A logarithmic axis over powers of ten, with one tick per `every` powers. */
export function logAxis(
  label: string,
  [from, to]: readonly [number, number],
  range: readonly [number, number],
  every = 1,
): ScaledAxis {
  const [least, most] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const scale = linearScale([least, most], range);
  const powers = Array.from({ length: Math.floor((most - least) / every) + 1 }, (_, k) => least + k * every);
  return {
    to: (value) => scale(Math.log10(value)),
    axis: { label, ticks: powers.map((power) => ({ at: scale(power), text: powerText(power) })) },
  };
}

function powerText(power: number): string {
  return power >= 0 && power <= 3 ? String(10 ** power) : `1e${power}`;
}
