import { exp } from "./exp";
import { gradient, masses, outcome, restMass, scores, tierStart } from "./layout";
import { evaluateTier, logOf } from "./tier";

/** Evaluates a tier by the reference; writes to `outcome` and, if a gradient is requested, adds to `gradient`. */
@external("reference", "evaluateTier")
declare function referenceTier(from: i32, size: i32, rest: f64): void;

const EPSILON: f64 = 2.220446049250313e-16;
/** Masses below this are too small for differences of scores to be formed from quotients of masses. */
const SMALLEST_MASS: f64 = 1e-250;

/**
 * Walks an observation as tier-walk.ts does, with masses e^w instead of scores. Reads `scores` and `tierStart`; writes log P, its error, the
 * number of evaluations and C of the last tier to `outcome`, and the gradients of the named items to `gradient`. Returns false, without a
 * result, if the scores are too far apart.
 */
export function walkObservation(
  tierCount: i32,
  rest: f64,
  maxTier: f64,
  tolerance: f64,
  drop: f64,
  target: f64,
  wantGradient: bool,
): bool {
  const named = load<i32>(tierStart + (<usize>tierCount << 2));
  let mass = f64x2.extract_lane(exp(f64x2.splat(rest)), 0);
  if (rest > 500 || (rest > -Infinity && !(mass > SMALLEST_MASS))) return false;
  let smallest = f64x2.splat(Infinity);
  const end = <usize>named << 3;
  // Fills up to one entry beyond the last item.
  store<f64>(scores + end, 0);
  for (let i: usize = 0; i < end; i += 16) {
    const e = exp(v128.load(scores + i));
    v128.store(masses + i, e);
    smallest = f64x2.pmin(smallest, e);
  }
  if (!(min(f64x2.extract_lane(smallest, 0), f64x2.extract_lane(smallest, 1)) > SMALLEST_MASS)) return false;
  for (let t = tierCount - 1; t >= 0; t--) {
    store<f64>(restMass + (<usize>t << 3), mass);
    const to = masses + (<usize>load<i32>(tierStart + (<usize>t << 2), 4) << 3);
    let sum: f64 = 0;
    for (let p = masses + (<usize>load<i32>(tierStart + (<usize>t << 2)) << 3); p < to; p += 8) sum += load<f64>(p);
    mass += sum;
  }
  let value: f64 = 0;
  let error: f64 = 0;
  let evaluations: f64 = 0;
  let factor: f64 = 0;
  let above: f64 = 0;
  const digits = 1 + Math.sqrt(<f64>(tierCount - 1));
  for (let t = 0; t < tierCount; t++) {
    const from = load<i32>(tierStart + (<usize>t << 2));
    const size = load<i32>(tierStart + (<usize>t << 2), 4) - from;
    mass = load<f64>(restMass + (<usize>t << 3));
    if (wantGradient) {
      const share = factor > 0 ? -factor / above : 0;
      for (let i = <usize>from << 3, to = i + (<usize>size << 3); i < to; i += 8) {
        store<f64>(gradient + i, share * load<f64>(masses + i));
      }
    }
    if (factor > 0) factor *= mass / above;
    above = mass;
    if (size == 0 || <f64>size > maxTier || mass == 0) continue;
    const out = wantGradient ? gradient + (<usize>from << 3) : 0;
    if (!evaluateTier(from, size, 1 / mass, tolerance, drop, target, out)) referenceTier(from, size, logOf(mass));
    value += load<f64>(outcome);
    error += load<f64>(outcome, 8);
    evaluations += load<f64>(outcome, 16);
    if (!wantGradient) continue;
    const sum = load<f64>(outcome, 24);
    factor += sum;
    error += EPSILON * (8 + Math.abs(logOf(mass)) * digits) * sum;
  }
  store<f64>(outcome, value);
  store<f64>(outcome, error, 8);
  store<f64>(outcome, evaluations, 16);
  store<f64>(outcome, factor, 24);
  return true;
}
