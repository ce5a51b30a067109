import { logAxis } from "../../charts/axes.ts";
import { Chart, frame } from "../../charts/chart.tsx";
import { linePath } from "../../charts/path.ts";
import type { Curve } from "../work/convergence.ts";

const colors = [
  "var(--series-1, #0072b2)",
  "var(--series-3, #009e73)",
  "var(--series-2, #d55e00)",
  "var(--series-4, #b0568b)",
  "var(--series-6, #4a5a78)",
];

/** The error of log P against the number of evaluations. */
export function ConvergenceChart({ curves }: { readonly curves: readonly Curve[] }): preact.JSX.Element {
  const x = logAxis("evaluations of the integrand, or orders", [1, 1e5], [frame.left, frame.right]);
  const y = logAxis("error of log P", [1e-16, 1e2], [frame.bottom, frame.top], 3);
  return (
    <>
      <div class="legend">
        {curves.map(({ name, points }, k) => (
          <span key={name}>
            <i style={{ background: colors[k] }} />
            {name}
            {points.length === 0 && (name === "all orders" ? " (too many)" : " (closed form up to 7 items)")}
          </span>
        ))}
      </div>
      <Chart
        title="Error against evaluations"
        caption="Lower and further left is better. Equal steps in y reach the rounding error with a few dozen points."
        x={x.axis}
        y={y.axis}
        table={{
          head: ["method", "evaluations", "error of log P"],
          rows: curves.flatMap(({ name, points }) =>
            points.map(([count, error]) => [name, String(count), error.toExponential(1)]),
          ),
        }}
      >
        {curves.map(({ name, points }, k) => {
          const drawn = points.map(([count, error]) => [x.to(count), y.to(Math.min(1e2, error))] as const);
          return (
            <g key={name}>
              <path d={linePath(drawn)} fill="none" stroke={colors[k]} stroke-width="2" />
              {drawn.map(([cx, cy]) => (
                <circle key={cx} cx={cx} cy={cy} r="2.8" fill={colors[k]} />
              ))}
            </g>
          );
        })}
      </Chart>
    </>
  );
}
