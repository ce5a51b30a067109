import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";

/** Okabe and Ito's colours, which the colour-blind can tell apart. */
export const COLOURS = {
  blue: "#0072b2",
  orange: "#d55e00",
  green: "#009e73",
  purple: "#cc79a7",
  sky: "#56b4e9",
  grey: "#777777",
} as const;

/**
 * Draws a plot as a stand-alone SVG file on white, with one style for all figures.
 *
 * @param options - Of Observable Plot.
 *
 * @example
 * ```ts
 * import { draw } from "@tierwise/figures";
 *
 * console.log(draw({ marks: [] }).startsWith("<svg")); // true
 * ```
 */
export function draw(options: Plot.PlotOptions): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const plot = Plot.plot({
    document,
    width: 640,
    height: 400,
    marginLeft: 64,
    marginBottom: 48,
    marginTop: 32,
    marginRight: 24,
    style: { fontSize: "13px", fontFamily: "system-ui, sans-serif" },
    ...options,
  });
  plot.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  // A viewer that is no browser knows neither `currentColor` from the page nor a transparent ground.
  const svg = plot.outerHTML.replaceAll("currentColor", "#222");
  return `${svg.replace(/(<svg[^>]*>)/, '$1<rect width="100%" height="100%" fill="white"/>')}\n`;
}
