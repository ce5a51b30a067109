import { ChoiceField } from "../../page/choice-field.tsx";
import { CopyButton } from "../../page/copy-button.tsx";
import { linkTo } from "../../page/link-to.ts";
import { connectTasks, type TaskConnection } from "../../worker/connect-tasks.ts";
import { useLatestAnswer } from "../../worker/use-latest-answer.ts";
import { type IntegralState, limits } from "../state/integral-state.ts";
import { encodeIntegral } from "../state/share-integral.ts";
import type { IntegralResult, IntegralTasks } from "../work/integral-tasks.ts";
import { ConvergenceChart } from "./convergence-chart.tsx";
import { Formula } from "./formula.tsx";
import { GradientChart } from "./gradient-chart.tsx";
import { IntegrandChart } from "./integrand-chart.tsx";
import { RaceTrack } from "./race-track.tsx";
import { Racers } from "./racers.tsx";
import { SliderField } from "./slider-field.tsx";
import "../../style/integral.css";

function openWorker(): TaskConnection<IntegralTasks> {
  return connectTasks(new Worker(new URL("../work/integral-worker.ts", import.meta.url), { type: "module" }));
}

function integrate(tasks: IntegralTasks, state: IntegralState): Promise<IntegralResult> {
  return tasks.integrate(state);
}

/** "See the integral", with scores and tiers on the left, and the race, the integral, its error and the gradient on the right. */
export function IntegralView({
  state,
  onChange,
}: {
  readonly state: IntegralState;
  readonly onChange: (change: (state: IntegralState) => IntegralState) => void;
}): preact.JSX.Element {
  const result = useLatestAnswer(openWorker, integrate, state);
  const set =
    <K extends keyof IntegralState>(name: K) =>
    (value: IntegralState[K]) =>
      onChange((before) => ({ ...before, [name]: value }));
  const tier = result?.tier;
  return (
    <div class="columns even">
      <section>
        <h2>Scores and tiers</h2>
        <p>Item i arrives after a random time with rate e^w, where w is its score. Better tiers should arrive first.</p>
        <Racers state={state} onChange={onChange} />
      </section>
      <section>
        <h2>The race</h2>
        <RaceTrack state={state} probability={result && Math.exp(result.logLikelihood)} />
      </section>
      <section class="whole">
        <h2>One integral gives the probability</h2>
        <div class="bar">
          <ChoiceField
            label="Integral of"
            value={state.tier}
            options={[
              [0, "tier 1 above all lower tiers"],
              [1, "tier 2 above the rest"],
            ]}
            onChange={set("tier")}
          />
          <SliderField label="Points" value={state.points} range={limits.points} step={1} onChange={set("points")} />
          <SliderField
            label="Shift c of the midpoint rule"
            value={state.shift}
            range={limits.shift}
            step={0.5}
            onChange={set("shift")}
          />
          <CopyButton words="Copy a link" text={async () => linkTo("integral", await encodeIntegral(state))} />
        </div>
        {result !== undefined && tier === undefined && (
          <p class="empty">This tier or everything below it is empty. Move an item to another tier.</p>
        )}
        {tier !== undefined && (
          <div class="formula">
            <Formula state={state} tier={tier} />
            <IntegrandChart tier={tier} />
          </div>
        )}
      </section>
      {tier !== undefined && (
        <section>
          <h2>Error against evaluations</h2>
          <ConvergenceChart curves={tier.convergence} />
        </section>
      )}
      {result !== undefined && (
        <section>
          <h2>The gradient</h2>
          <p>
            log-likelihood of all tiers: <b>{result.logLikelihood.toPrecision(12)}</b>
          </p>
          <GradientChart state={state} gradient={result.gradient} />
        </section>
      )}
    </div>
  );
}
