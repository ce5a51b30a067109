import { type IntegralState, shownTier } from "../state/integral-state.ts";
import type { TierIntegral } from "../work/integral-tasks.ts";

/** The equation of the integral, and the code that computes it for the current scores, with the result. */
export function Formula({
  state,
  tier,
}: {
  readonly state: IntegralState;
  readonly tier: TierIntegral;
}): preact.JSX.Element {
  const { top, rest } = shownTier(state) ?? { top: [], rest: [] };
  const code = `import { logProbabilityAbove } from "@tierwise/core-integrator";

const top = [${top.join(", ")}];
const rest = [${rest.join(", ")}];
console.log(logProbabilityAbove(top, rest)); // ${tier.logProbability.toPrecision(12)}`;
  return (
    <>
      <div>
        <p>
          P(tier above the rest) = ∫ e<sup>ℓ(y)</sup> dy
        </p>
        <p>
          ℓ(y) = y − e<sup>y</sup> + Σ<sub>a</sub> log(1 − e<sup>−z</sup>), z = e
          <sup>
            w<sub>a</sub> − w<sub>R</sub> + y
          </sup>
        </p>
        <p>
          w<sub>R</sub> = log Σ e<sup>w</sup> over the rest
        </p>
        <dl>
          <dt>log P, exact</dt>
          <dd>{tier.logProbability.toPrecision(12)}</dd>
          <dt>from {tier.points} points</dt>
          <dd>{tier.sum.toPrecision(12)}</dd>
          <dt>error</dt>
          <dd>{Math.abs(tier.sum - tier.logProbability).toExponential(1)}</dd>
        </dl>
      </div>
      <pre>
        <code>{code}</code>
      </pre>
    </>
  );
}
