import { linearAxis } from "../../charts/axes.ts";
import { Chart, frame } from "../../charts/chart.tsx";
import { type IntegralState, limits, racerName } from "../state/integral-state.ts";

/** The length of the arrow for a derivative of 1, in units of the score. */
const reach = 2;

/** A chart of the items at their scores, with arrows for the derivatives of the log-likelihood with respect to the scores. */
export function GradientChart({
  state,
  gradient,
}: {
  readonly state: IntegralState;
  readonly gradient: readonly number[];
}): preact.JSX.Element {
  const count = state.racers.length;
  const x = linearAxis("score", limits.score, [frame.left, frame.right], 8);
  const lane = (frame.bottom - frame.top) / count;
  const laneOf = (k: number): number => frame.top + lane * (k + 0.5);
  return (
    <Chart
      title="The gradient"
      caption="Each arrow shows how a score must change to make the tiers more likely: better tiers move right, the rest moves left. The arrows sum to zero."
      x={x.axis}
      y={{ label: "item", ticks: state.racers.map((_, k) => ({ at: laneOf(k), text: racerName(k) })) }}
      table={{
        head: ["item", "score", "derivative"],
        rows: state.racers.map(({ score }, k) => [racerName(k), score.toFixed(1), (gradient[k] ?? 0).toFixed(6)]),
      }}
    >
      {state.racers.map(({ score, tier }, k) => {
        const [from, slope] = [x.to(score), gradient[k] ?? 0];
        const tip = x.to(score + reach * slope);
        const head = Math.sign(slope) * Math.min(8, Math.abs(tip - from));
        return (
          <g
            key={k}
            class={`tier-${tier}`}
            fill={`var(--series-${tier + 1}, #0072b2)`}
            stroke={`var(--series-${tier + 1}, #0072b2)`}
          >
            <circle cx={from} cy={laneOf(k)} r="4" />
            <line x1={from} x2={tip} y1={laneOf(k)} y2={laneOf(k)} stroke-width="2.5" />
            <path d={`M${tip} ${laneOf(k)}l${-head} -4.5v9z`} stroke="none" />
          </g>
        );
      })}
    </Chart>
  );
}
