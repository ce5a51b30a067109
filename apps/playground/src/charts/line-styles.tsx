import { linePath } from "./path.ts";

/** The color and the dashes of a line in a chart. The dashes distinguish lines for readers who cannot distinguish the colors. */
export interface LineStyle {
  readonly color: string;
  readonly dashes: string;
}

/** The styles of the first, second, … line of a chart. */
export const lineStyles: readonly LineStyle[] = [
  { color: "var(--series-1, #0072b2)", dashes: "" },
  { color: "var(--series-2, #d55e00)", dashes: "7 3" },
  { color: "var(--series-3, #009e73)", dashes: "2 3" },
  { color: "var(--series-4, #b0568b)", dashes: "12 3 2 3" },
  { color: "var(--series-6, #4a5a78)", dashes: "" },
];

/** A legend with the names of the lines of a chart in their styles. */
export function Legend({ names }: { readonly names: readonly string[] }): preact.JSX.Element {
  return (
    <div class="legend">
      {names.map((name, k) => (
        <span key={name}>
          <svg width="30" height="10" aria-hidden="true">
            <line
              x2="30"
              y1="5"
              y2="5"
              stroke={lineStyles[k].color}
              stroke-width="2.5"
              stroke-dasharray={lineStyles[k].dashes}
            />
            <circle cx="15" cy="5" r="3" fill={lineStyles[k].color} />
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

/** A line through points, with a mark at each point. */
export function StyledLine({
  points,
  style,
}: {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly style: LineStyle;
}): preact.JSX.Element {
  return (
    <g>
      <path d={linePath(points)} fill="none" stroke={style.color} stroke-width="2" stroke-dasharray={style.dashes} />
      {points.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="2.8" fill={style.color} />
      ))}
    </g>
  );
}
