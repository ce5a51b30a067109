import { linearAxis } from "../../charts/axes.ts";
import { Chart, frame } from "../../charts/chart.tsx";
import { linePath } from "../../charts/path.ts";
import type { TierIntegral } from "../work/integral-tasks.ts";

/** A chart of the integrand over y, with the points of the sum. */
export function IntegrandChart({ tier }: { readonly tier: TierIntegral }): preact.JSX.Element {
  const { curve, nodes, step } = tier;
  const most = Math.max(...curve.map(([, height]) => height));
  const x = linearAxis("y = log s", [curve[0][0], curve[curve.length - 1][0]], [frame.left, frame.right]);
  const y = linearAxis("integrand", [0, most], [frame.bottom, frame.top], 4);
  const points = curve.map(([at, height]) => [x.to(at), y.to(height)] as const);
  const width = x.to(step) - x.to(0);
  return (
    <Chart
      title="The integrand"
      caption="A smooth bump in y. The bars are the terms of the sum at equal steps; their total area is the probability."
      x={x.axis}
      y={y.axis}
      table={{ head: ["y", "integrand"], rows: nodes.map(([at, height]) => [at.toFixed(4), height.toPrecision(6)]) }}
    >
      {nodes.map(([at, height]) => (
        <rect
          key={at}
          x={x.to(at) - width / 2}
          y={y.to(height)}
          width={Math.max(0.5, width)}
          height={y.to(0) - y.to(height)}
          fill="var(--series-1, #0072b2)"
          fill-opacity="0.16"
          stroke="var(--series-1, #0072b2)"
          stroke-opacity="0.4"
        />
      ))}
      <path d={linePath(points)} fill="none" stroke="var(--series-1, #0072b2)" stroke-width="2" />
      {nodes.map(([at, height]) => (
        <circle key={at} cx={x.to(at)} cy={y.to(height)} r="3.5" fill="var(--series-2, #d55e00)" />
      ))}
    </Chart>
  );
}
