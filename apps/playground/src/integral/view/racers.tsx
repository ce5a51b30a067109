import { changeRacer, type IntegralState, limits, racerName, resize } from "../state/integral-state.ts";

/** A slider and a tier for each item. */
export function Racers({
  state,
  onChange,
}: {
  readonly state: IntegralState;
  readonly onChange: (change: (state: IntegralState) => IntegralState) => void;
}): preact.JSX.Element {
  const { racers } = state;
  const [least, most] = limits.score;
  return (
    <>
      <ul class="racers">
        {racers.map(({ score, tier }, k) => (
          <li key={k}>
            <b class={`tier-${tier}`}>{racerName(k)}</b>
            <input
              type="range"
              min={least}
              max={most}
              step={0.1}
              value={score}
              aria-label={`Score of ${racerName(k)}`}
              onInput={({ currentTarget }) =>
                onChange((before) => changeRacer(before, k, { score: Number(currentTarget.value) }))
              }
            />
            <output>{score.toFixed(1)}</output>
            <select
              value={String(tier)}
              aria-label={`Tier of ${racerName(k)}`}
              onChange={({ currentTarget }) =>
                onChange((before) => changeRacer(before, k, { tier: Number(currentTarget.value) }))
              }
            >
              <option value="0">tier 1</option>
              <option value="1">tier 2</option>
              <option value="2">rest</option>
            </select>
          </li>
        ))}
      </ul>
      <div class="bar">
        <button
          type="button"
          disabled={racers.length >= limits.racers[1]}
          onClick={() => onChange((before) => resize(before, racers.length + 1))}
        >
          Add an item
        </button>
        <button
          type="button"
          disabled={racers.length <= limits.racers[0]}
          onClick={() => onChange((before) => resize(before, racers.length - 1))}
        >
          Remove the last item
        </button>
      </div>
    </>
  );
}
