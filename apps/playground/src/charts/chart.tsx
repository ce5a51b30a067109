import { useRef } from "preact/hooks";
import { download } from "../page/download.ts";

/** An axis with the positions and labels of its ticks. */
export interface Axis {
  readonly label: string;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

/** The numbers that a chart shows, as a table. */
export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The size of every chart, and the area inside its axes. */
export const frame = { width: 560, height: 300, left: 76, right: 545, top: 14, bottom: 252 } as const;

/** A chart with axes, a caption, its numbers as a table, and a button that saves it. */
export function Chart({
  title,
  caption,
  x,
  y,
  table,
  children,
}: {
  readonly title: string;
  readonly caption: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly table: ChartTable;
  readonly children: preact.ComponentChildren;
}): preact.JSX.Element {
  const picture = useRef<SVGSVGElement>(null);
  const save = (): void => {
    if (picture.current !== null) {
      download(
        `${title.toLowerCase().replaceAll(" ", "-")}.svg`,
        new XMLSerializer().serializeToString(picture.current),
        "image/svg+xml",
      );
    }
  };
  const { width, height, left, right, top, bottom } = frame;
  return (
    <figure class="chart">
      <svg
        ref={picture}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}. ${caption}`}
        font-size="12"
        font-family="system-ui, sans-serif"
      >
        <g stroke="var(--line, #e3e1da)">
          {x.ticks.map(({ at }) => (
            <line key={at} x1={at} x2={at} y1={top} y2={bottom} />
          ))}
          {y.ticks.map(({ at }) => (
            <line key={at} x1={left} x2={right} y1={at} y2={at} />
          ))}
        </g>
        <g fill="var(--soft, #667079)">
          {x.ticks.map(({ at, text }) => (
            <text key={at} x={at} y={bottom + 17} text-anchor="middle">
              {text}
            </text>
          ))}
          {y.ticks.map(({ at, text }) => (
            <text key={at} x={left - 7} y={at + 4} text-anchor="end">
              {text}
            </text>
          ))}
          <text x={(left + right) / 2} y={bottom + 38} text-anchor="middle">
            {x.label}
          </text>
          <text transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`} text-anchor="middle">
            {y.label}
          </text>
        </g>
        {children}
      </svg>
      <figcaption>{caption}</figcaption>
      <div class="bar">
        <details>
          <summary>Table of "{title}"</summary>
          <section
            class="scroll numbers"
            aria-label={`Table of ${title}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
            tabIndex={0}
          >
            <table>
              <thead>
                <tr>
                  {table.head.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((cells, k) => (
                  <tr key={k}>
                    {cells.map((cell, column) => (
                      <td key={column}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
        <button type="button" onClick={save} aria-label={`Save SVG of ${title}`}>
          Save SVG
        </button>
      </div>
    </figure>
  );
}
