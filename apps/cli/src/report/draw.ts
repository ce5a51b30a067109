import * as Plot from "@observablehq/plot";

/** The colors of series 1, 2, …, as CSS variables that the page sets for light and dark mode. */
export function seriesColors(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `var(--series-${(i % 8) + 1})`);
}

export { drawOnPage as draw } from "@tierwise/studies/figures";
export { Plot };
