import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";

/** Colours of series 1, 2, …; the page's style says what they are in light and in dark. */
export function seriesColors(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `var(--series-${(i % 8) + 1})`);
}

/** Draws a plot as SVG for a page: colours of text and axes are the page's. */
export function draw(options: Plot.PlotOptions): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const plot = Plot.plot({
    document,
    width: 760,
    height: 320,
    marginLeft: 52,
    marginBottom: 42,
    marginTop: 28,
    marginRight: 16,
    style: { fontSize: "13px", background: "none" },
    ...options,
  });
  plot.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return plot.outerHTML;
}

export { Plot };
