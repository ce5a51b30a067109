import * as Plot from "@observablehq/plot";

/** Colors of series 1, 2, …; the page's style says what they are in light and in dark. */
export function seriesColors(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `var(--series-${(i % 8) + 1})`);
}

export { drawOnPage as draw } from "@tierwise/studies/figures";
export { Plot };
