/** The SVG path of a line through points. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
