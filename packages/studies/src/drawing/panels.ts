import { withOwnColors } from "./draw.ts";

/** A drawing and its position in the combined figure. */
export interface Panel {
  /** The drawing, from {@link draw}. */
  readonly svg: string;
  /** The left edge, in pixels. */
  readonly x: number;
  /** The top edge, in pixels. */
  readonly y: number;
}

/** Combines several drawings in one SVG file. */
export function joinPanels(panels: readonly Panel[], { width, height }: { width: number; height: number }): string {
  const parts = panels.map(({ svg, x, y }) => svg.trimEnd().replace("<svg ", `<svg x="${x}" y="${y}" `));
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  return `${frame}<rect width="100%" height="100%" fill="white"/>${parts.join("\n")}</svg>\n`;
}

/**
 * Combines drawings of {@link drawOnPage} side by side in one stand-alone SVG file, with colors that do not depend on a page.
 *
 * @param svgs - The drawings.
 */
export function joinDrawings(svgs: readonly string[]): string {
  const sizes = svgs.map((svg) => {
    const [, width, height] = /<svg[^>]*? viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
    return { width: Number(width), height: Number(height) };
  });
  let width = 0;
  const panels = svgs.map((svg, i) => {
    const x = width;
    width += sizes[i].width;
    return { svg: withOwnColors(svg), x, y: 0 };
  });
  return joinPanels(panels, { width, height: Math.max(...sizes.map(({ height }) => height)) });
}
