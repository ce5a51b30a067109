import type { Ratio } from "./side-by-side.ts";
import type { Claim } from "./suite.ts";

/** Creates a claim whose figure is a measured ratio. */
export function claimOf(
  what: string,
  { ratio, quartiles }: Ratio,
  more: Omit<Claim, "what" | "figure" | "quartiles"> = {},
): Claim {
  return { what, figure: ratio, quartiles, ...more };
}

/** Formats a time with a suitable unit: `850 ns`, `1.2 ms`, `3.4 s`. */
export function readableTime(nanoseconds: number): string {
  const units = ["ns", "µs", "ms", "s"];
  const power = Math.min(3, Math.max(0, Math.floor(Math.log10(nanoseconds) / 3)));
  const value = nanoseconds / 1000 ** power;
  return `${value.toFixed(value >= 10 ? 0 : 1)} ${units[power]}`;
}
