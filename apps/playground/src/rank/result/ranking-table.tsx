import { useState } from "preact/hooks";
import { linearScale } from "../../charts/scale.ts";
import { windowOfRows } from "../../page/window-of-rows.ts";
import type { RankingResult, RankingRow } from "../work/ranking-result.ts";

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 36;
const drawing = { width: 120, inset: 6 };

/** The ranking as a table, with each interval drawn beside its numbers. The page contains only the visible rows. */
export function RankingTable({ rows, scale }: Pick<RankingResult, "rows" | "scale">): preact.JSX.Element {
  const [scroll, setScroll] = useState({ top: 0, height: 15 * rowHeight });
  const { first, end } = windowOfRows(scroll.top, scroll.height, rowHeight, rows.length);
  const [least, most] = endsOf(rows);
  const x = linearScale([least, most], [drawing.inset, drawing.width - drawing.inset]);
  return (
    <section
      class="scroll rows"
      aria-label="Ranking"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => setScroll({ top: scrollTop, height: clientHeight })}
    >
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th class="figure" scope="col">
              #
            </th>
            <th scope="col">item</th>
            <th scope="col">
              <span class="unseen">plot of the interval</span>
            </th>
            <th class="figure" scope="col">
              {scale}
            </th>
            <th class="figure" scope="col">
              95 % interval
            </th>
            <th class="figure" scope="col">
              rank
            </th>
            <th class="figure" scope="col">
              P(best)
            </th>
            <th scope="col">group</th>
            <th class="figure" scope="col">
              seen
            </th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr class="spacer" style={{ height: `${first * rowHeight}px` }} />}
          {rows.slice(first, end).map((row, k) => (
            <tr key={row.name} aria-rowindex={first + k + 2}>
              <td class="figure">{row.place}</td>
              <th scope="row" class="name" title={row.name}>
                <bdi>{row.name}</bdi>
              </th>
              <td>
                <Whisker at={row.at} x={x} />
              </td>
              <td class="figure">{row.value}</td>
              <td class="figure">{row.interval}</td>
              <td class="figure">{row.rank}</td>
              <td class="figure">{row.best}</td>
              <td>{row.group}</td>
              <td class="figure">{row.observations}</td>
            </tr>
          ))}
          {end < rows.length && <tr class="spacer" style={{ height: `${(rows.length - end) * rowHeight}px` }} />}
        </tbody>
      </table>
    </section>
  );
}

function Whisker({
  at: [value, from, to],
  x,
}: {
  readonly at: RankingRow["at"];
  readonly x: (value: number) => number;
}): preact.JSX.Element {
  return (
    <svg class="whisker" viewBox={`0 0 ${drawing.width} 20`} aria-hidden="true">
      <line x1={x(from)} x2={x(to)} y1="10" y2="10" />
      <circle cx={x(value)} cy="10" r="4" />
    </svg>
  );
}

function endsOf(rows: readonly RankingRow[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of rows) {
    for (const end of at) {
      if (!Number.isFinite(end)) continue;
      least = Math.min(least, end);
      most = Math.max(most, end);
    }
  }
  return [least, most];
}
