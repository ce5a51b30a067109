import type { EpochReport } from "@tierwise/ranker";
import { linearAxis } from "../../charts/axes.ts";
import { Chart, frame } from "../../charts/chart.tsx";
import { Legend, lineStyles, StyledLine } from "../../charts/line-styles.tsx";

/** Charts of the losses and the nDCG of the epochs so far; epochs of further training are appended. */
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
          { name: "training", values: history.map(({ loss }) => loss) },
          {
            name: "validation",
            values: history.map(({ validation }) => validation?.loss ?? Number.NaN),
          },
        ]}
      />
      <LineChart
        title={`nDCG@${k}`}
        caption={`The quality of the best ${k} items on the validation rows; 1 is perfect. The best epoch is kept.`}
        lines={[{ name: "validation", values: ndcg }]}
      />
    </div>
  );
}

interface Line {
  readonly name: string;
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
      <Legend names={lines.map(({ name }) => name)} />
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
        {lines.map(({ name, values }, k) => {
          const points = values.flatMap((value, at) =>
            Number.isFinite(value) ? [[x.to(at + 1), y.to(value)] as const] : [],
          );
          return <StyledLine key={name} points={points} style={lineStyles[k]} />;
        })}
      </Chart>
    </div>
  );
}
