import { index, list, record } from "../../share/checked-value.ts";
import { linkText, valueOfLink } from "../../share/link-text.ts";
import { type IntegralState, limits, type Racer, tierCount } from "./integral-state.ts";

/** Encodes the state as text for a URL. */
export function encodeIntegral(state: IntegralState): Promise<string> {
  return linkText({ version: 1, ...state });
}

/** Decodes the output of {@link encodeIntegral}; throws if the text is invalid. */
export async function decodeIntegral(link: string): Promise<IntegralState> {
  const { version, racers, tier, points, shift } = record(await valueOfLink(link));
  if (version !== 1) throw new RangeError(`the link has version ${String(version)}; expected 1`);
  const items = list(racers, limits.racers[1]).map(racerOf);
  if (items.length < limits.racers[0])
    throw new RangeError(`the link has ${items.length} items; expected at least ${limits.racers[0]}`);
  return {
    racers: items,
    tier: index(tier, tierCount - 1),
    points: Math.round(within(points, limits.points)),
    shift: within(shift, limits.shift),
  };
}

function racerOf(value: unknown): Racer {
  const { score, tier } = record(value);
  return { score: within(score, limits.score), tier: index(tier, tierCount) };
}

function within(value: unknown, [least, most]: readonly [number, number]): number {
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    throw new RangeError("the link contains a number that is out of range");
  }
  return value;
}
