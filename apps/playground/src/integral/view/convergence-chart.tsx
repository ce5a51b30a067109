import { logAxis } from "../../charts/axes.ts";
import { Chart, frame } from "../../charts/chart.tsx";
import { Legend, lineStyles, StyledLine } from "../../charts/line-styles.tsx";
import type { Curve } from "../work/convergence.ts";

/** A chart of the error of log P against the number of evaluations. */
export function ConvergenceChart({ curves }: { readonly curves: readonly Curve[] }): preact.JSX.Element {
  const x = logAxis("evaluations of the integrand, or orders enumerated", [1, 1e5], [frame.left, frame.right]);
  const y = logAxis("error of log P", [1e-16, 1e2], [frame.bottom, frame.top], 3);
  return (
    <>
      <Legend names={curves.map(nameOf)} />
      <Chart
        title="Error against evaluations"
        caption="Curves that are lower and further left are better. With equal steps in y, a few dozen points suffice to reach the rounding error."
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
          return <StyledLine key={name} points={drawn} style={lineStyles[k]} />;
        })}
      </Chart>
    </>
  );
}

function nameOf({ name, points }: Curve): string {
  if (points.length > 0) return name;
  return name === "all orders" ? "all orders (too many to enumerate)" : `${name} (closed form up to 7 items)`;
}
