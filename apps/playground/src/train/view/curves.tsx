import type { EpochReport } from "@tierwise/ranker";
import { linearAxis } from "../../charts/axes.ts";
import { Chart, frame } from "../../charts/chart.tsx";
import { linePath } from "../../charts/path.ts";

const [trainingColor, validationColor] = ["var(--series-1, #0072b2)", "var(--series-2, #d55e00)"];

/** The losses and the nDCG of the epochs so far; further training runs are appended. */
export function Curves({
  history,
  k,
}: {
  readonly history: readonly EpochReport[];
  readonly k: number;
}): preact.JSX.Element {
  const ndcg = history.map(({ validation }) => validation?.ndcg[k] ?? Number.NaN);
  return (
    <div class="pair">
      <LineChart
        title="Loss"
        caption="The mean loss of the training rows and of the rows held out for validation, after each epoch."
        lines={[
          { name: "training", color: trainingColor, values: history.map(({ loss }) => loss) },
          {
            name: "validation",
            color: validationColor,
            values: history.map(({ validation }) => validation?.loss ?? Number.NaN),
          },
        ]}
      />
      <LineChart
        title={`nDCG@${k}`}
        caption={`The quality of the best ${k} items on the validation rows; 1 is perfect. The best epoch is kept.`}
        lines={[{ name: "validation", color: validationColor, values: ndcg }]}
      />
    </div>
  );
}

interface Line {
  readonly name: string;
  readonly color: string;
  readonly values: readonly number[];
}

function LineChart({
  title,
  caption,
  lines,
}: {
  readonly title: string;
  readonly caption: string;
  readonly lines: readonly Line[];
}): preact.JSX.Element {
  const all = lines.flatMap(({ values }) => values).filter(Number.isFinite);
  const epochs = Math.max(2, ...lines.map(({ values }) => values.length));
  const x = linearAxis("epoch", [0, epochs], [frame.left, frame.right], Math.min(6, epochs));
  const y = linearAxis(title, [Math.min(...all), Math.max(...all)], [frame.bottom, frame.top], 5);
  return (
    <div>
      <div class="legend">
        {lines.map(({ name, color }) => (
          <span key={name}>
            <i style={{ background: color }} />
            {name}
          </span>
        ))}
      </div>
      <Chart
        title={title}
        caption={caption}
        x={x.axis}
        y={y.axis}
        table={{
          head: ["epoch", ...lines.map(({ name }) => name)],
          rows: lines[0].values.map((_, k) => [String(k + 1), ...lines.map(({ values }) => values[k].toFixed(5))]),
        }}
      >
        {lines.map(({ name, color, values }) => {
          const points = values.flatMap((value, k) =>
            Number.isFinite(value) ? [[x.to(k + 1), y.to(value)] as const] : [],
          );
          return (
            <g key={name}>
              <path d={linePath(points)} fill="none" stroke={color} stroke-width="2" />
              {points.map(([cx, cy]) => (
                <circle key={cx} cx={cx} cy={cy} r="2.8" fill={color} />
              ))}
            </g>
          );
        })}
      </Chart>
    </div>
  );
}
