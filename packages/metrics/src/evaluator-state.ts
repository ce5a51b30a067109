/**
 * What an evaluator has summed up so far: plain numbers, which `postMessage` and JSON carry unchanged. Only
 * {@link Evaluator.merge} gives the names a meaning.
 */
export interface EvaluatorState {
  /** How many points were added. */
  readonly points: number;
  /** The running sums, by name. */
  readonly sums: Readonly<Record<string, readonly number[]>>;
}

/** The state of `other`, or an error unless it has the same sums as `sums`. */
export function checkedState(
  other: EvaluatorState | { readonly state: () => EvaluatorState },
  sums: Readonly<Record<string, Float64Array>>,
): EvaluatorState {
  const state = typeof other === "object" && other !== null && "state" in other ? other.state() : other;
  if (!Number.isInteger(state?.points) || typeof state.sums !== "object" || state.sums === null) {
    throw new TypeError(`other is ${other}; expected an evaluator or what its state() returned`);
  }
  for (const name of new Set([...Object.keys(sums), ...Object.keys(state.sums)])) {
    const here = sums[name]?.length ?? 0;
    const there = state.sums[name]?.length ?? 0;
    if (here !== there) {
      const lengths = `${there} sums of "${name}", this evaluator ${here}`;
      throw new RangeError(`other has ${lengths}; expected evaluators made with the same options`);
    }
  }
  return state;
}
