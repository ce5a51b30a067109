import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";

/** The palette of Okabe and Ito, which is safe for color-blind readers. */
export const COLORS: Readonly<Record<"blue" | "orange" | "green" | "purple" | "sky" | "gray", string>> = {
  blue: "#0072b2",
  orange: "#d55e00",
  green: "#009e73",
  purple: "#cc79a7",
  sky: "#56b4e9",
  gray: "#777777",
};

/**
 * Draws a plot as a stand-alone SVG file on a white background, in the style that all figures share.
 *
 * @param options - The options of Observable Plot's `plot`. They are untyped because Plot's types need types that Plot does not ship.
 *
 * @example
 * ```ts
 * import { draw } from "@tierwise/studies/figures";
 *
 * console.log(draw({ marks: [] }).startsWith("<svg")); // true
 * ```
 */
export function draw(options: Readonly<Record<string, unknown>>): string {
  const svg = drawOnPage({
    width: 640,
    height: 400,
    marginLeft: 64,
    marginBottom: 48,
    marginTop: 32,
    marginRight: 24,
    style: { fontSize: "13px", fontFamily: "system-ui, sans-serif" },
    ...options,
  });
  return `${withOwnColors(svg).replace(/(<svg[^>]*>)/, '$1<rect width="100%" height="100%" fill="white"/>')}\n`;
}

/**
 * Draws a plot as SVG to embed in a page: text and axes take the page's color, and the background is transparent.
 *
 * @param options - The options of Observable Plot's `plot`. They are untyped because Plot's types need types that Plot does not ship.
 */
export function drawOnPage(options: Readonly<Record<string, unknown>>): string {
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
    ...(options as Plot.PlotOptions),
  });
  plot.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return plot.outerHTML;
}

/** Replaces `currentColor` and page variables, which viewers other than browsers do not support: `var(--ink, #222)` becomes `#222`. */
export function withOwnColors(svg: string): string {
  return svg.replaceAll("currentColor", "#222").replaceAll(/var\(--[\w-]+, (#\w+)\)/g, "$1");
}
