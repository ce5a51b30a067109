import { type Random, randomStream } from "@tierwise/random";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { linearScale } from "../../charts/scale.ts";
import { type IntegralState, racerName } from "../state/integral-state.ts";
import { agrees, drawRace } from "../state/race.ts";

const track = { width: 560, left: 34, right: 545, lane: 33, top: 8, from: -6, to: 4 };
/** The duration of a race on the screen, in milliseconds. */
const duration = 2600;
const manyRaces = 1000;

/** Animates races of the items, and counts how often they agree with the tiers. */
export function RaceTrack({
  state,
  probability,
}: {
  readonly state: IntegralState;
  readonly probability: number | undefined;
}): preact.JSX.Element {
  const random = useRef<Random>(randomStream(1));
  const [race, setRace] = useState(1);
  const times = useMemo(() => drawRace(state, random.current), [state.racers, race]);
  const [tally, setTally] = useState({ races: 0, agreeing: 0 });
  const clock = useClock(race);
  useEffect(() => setTally({ races: 0, agreeing: 0 }), [state.racers]);

  const x = linearScale([track.from, track.to], [track.left, track.right]);
  const now = track.from + clock * (track.to - track.from);
  const bottom = track.top + track.lane * state.racers.length;
  const holds = agrees(state, times);
  const run = (count: number): void => {
    let agreeing = 0;
    for (let k = 0; k < count; k++) if (agrees(state, drawRace(state, random.current))) agreeing++;
    setTally(({ races, agreeing: before }) => ({ races: races + count, agreeing: before + agreeing }));
  };
  return (
    <>
      <svg
        class="race"
        viewBox={`0 0 ${track.width} ${bottom + 30}`}
        role="img"
        aria-label={`A race: ${resultOf(state, times)}.`}
      >
        {state.racers.map(({ tier }, k) => {
          const y = track.top + track.lane * (k + 0.5);
          const hasArrived = times[k] <= now;
          return (
            <g key={k}>
              <text x={track.left - 12} y={y + 4} text-anchor="end" class={`tier-${tier}`} font-weight="600">
                {racerName(k)}
              </text>
              <line x1={track.left} x2={track.right} y1={y} y2={y} stroke="var(--line)" />
              <circle
                cx={x(Math.max(track.from, Math.min(track.to, hasArrived ? times[k] : now)))}
                cy={y}
                r={hasArrived ? 6 : 3.5}
                class={`tier-${tier}`}
                opacity={hasArrived ? 1 : 0.45}
              />
            </g>
          );
        })}
        {clock < 1 && <line x1={x(now)} x2={x(now)} y1={track.top} y2={bottom} stroke="var(--control)" />}
        <text x={track.right} y={bottom + 20} text-anchor="end" fill="var(--soft)">
          log of the arrival time →
        </text>
      </svg>
      <p>
        {clock < 1 ? "Racing …" : `This race ${holds ? "agrees" : "does not agree"} with the tiers.`}{" "}
        {tally.races > 0 &&
          `${tally.agreeing} of ${tally.races} races agree: ${((100 * tally.agreeing) / tally.races).toFixed(1)} %.`}{" "}
        {probability !== undefined && `The likelihood is ${(100 * probability).toPrecision(3)} %.`}
      </p>
      <div class="bar">
        <button type="button" class="primary" onClick={() => setRace(race + 1)}>
          Race again
        </button>
        <button type="button" onClick={() => run(manyRaces)}>
          Run {manyRaces} races
        </button>
      </div>
    </>
  );
}

/** The order of arrival in words. */
function resultOf({ racers }: IntegralState, times: readonly number[]): string {
  const order = racers.map((_, k) => k).sort((a, b) => times[a] - times[b]);
  return `the items arrive in the order ${order.map(racerName).join(", ")}`;
}

/** A clock that goes from 0 to 1 while a race runs, or is 1 at once if the reader prefers reduced motion. */
function useClock(race: number): number {
  const [time, setTime] = useState(1);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return setTime(1);
    const start = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      const passed = Math.min(1, Math.max(0, (now - start) / duration));
      setTime(passed);
      if (passed < 1) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [race]);
  return time;
}
