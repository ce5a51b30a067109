/** An item in the race: its score, and its tier (0 is the best). */
export interface Racer {
  readonly score: number;
  readonly tier: number;
}

/** The state of "See the integral". */
export interface IntegralState {
  readonly racers: readonly Racer[];
  /** The tier whose integral is shown. */
  readonly tier: number;
  /** The number of points at which the integrand is evaluated. */
  readonly points: number;
  /** c, the shift of the midpoint rule. */
  readonly shift: number;
}

/** The number of tiers, of which the lowest is the rest. */
export const tierCount = 3;
/** The smallest and largest values of the sliders. */
export const limits = { racers: [2, 12], score: [-4, 4], points: [3, 60], shift: [-2, 8] } as const;

/** The initial state: eight items in the first tier, two in the second, and two in the rest. */
export function createIntegralState(): IntegralState {
  const racers = [
    ...[3.2, 2.8, 2.5, 2.2, 2, 1.8, 1.5, 1.2].map((score) => ({ score, tier: 0 })),
    ...[0.1, -0.5].map((score) => ({ score, tier: 1 })),
    ...[-1.4, -2.2].map((score) => ({ score, tier: 2 })),
  ];
  return { racers, tier: 0, points: 20, shift: 5 };
}

/** The name of an item: A, B, … */
export function racerName(index: number): string {
  return String.fromCharCode(65 + index);
}

export function changeRacer(state: IntegralState, index: number, change: Partial<Racer>): IntegralState {
  return { ...state, racers: state.racers.with(index, { ...state.racers[index], ...change }) };
}

/** Adds an item to the rest, or removes the last item. */
export function resize(state: IntegralState, count: number): IntegralState {
  const [least, most] = limits.racers;
  const size = Math.max(least, Math.min(most, count));
  const added = Array.from({ length: Math.max(0, size - state.racers.length) }, () => ({
    score: 0,
    tier: tierCount - 1,
  }));
  return { ...state, racers: [...state.racers, ...added].slice(0, size) };
}

/** The items of each tier, best first, without empty tiers. */
export function tiersOf({ racers }: IntegralState): number[][] {
  const lists = Array.from({ length: tierCount }, (_, tier) =>
    racers.flatMap((racer, k) => (racer.tier === tier ? [k] : [])),
  );
  return lists.filter((list) => list.length > 0);
}

/** The scores of the shown tier and of all items below it; undefined if either is empty. */
export function shownTier({ racers, tier }: IntegralState): { top: number[]; rest: number[] } | undefined {
  const top = racers.filter((racer) => racer.tier === tier).map(({ score }) => score);
  const rest = racers.filter((racer) => racer.tier > tier).map(({ score }) => score);
  return top.length === 0 || rest.length === 0 ? undefined : { top, rest };
}
