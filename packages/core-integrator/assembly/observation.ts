import { exp, expOf } from "./exp";
import { gradient, masses, outcome, restMass, scores, tierStart } from "./layout";
import { logOf } from "./log";
import { evaluateTier } from "./tier/evaluate-tier";

/** Evaluates a tier by the reference; writes to `outcome` and, if a gradient is requested, adds to `gradient`. */
@external("reference", "evaluateTier")
declare function referenceTier(from: i32, size: i32, rest: f64): void;

const EPSILON: f64 = 2.220446049250313e-16;
/** Masses below this are too small for differences of scores to be formed from quotients of masses. */
const SMALLEST_MASS: f64 = 1e-250;

/**
 * Walks an observation as tier-walk.ts does, with masses e^w instead of scores. Reads `scores`, or `masses` if `hasMasses`, and
 * `tierStart`; writes log P, its error, the number of evaluations and C of the last tier to `outcome`, and the gradients of the named items
 * to `gradient`. Returns false, without a result, if the scores are too far apart. The tiers are evaluated one after the other; all else
 * takes at most one exponential, one addition and one multiplication per item.
 */
export function walkObservation(
  tierCount: i32,
  rest: f64,
  maxTier: f64,
  tolerance: f64,
  drop: f64,
  target: f64,
  wantGradient: bool,
  hasMasses: bool,
): bool {
  let mass = expOf(rest);
  if (rest > 500 || (rest > -Infinity && !(mass > SMALLEST_MASS))) return false;
  let smallest = f64x2.splat(Infinity);
  for (let t = tierCount - 1; t >= 0; t--) {
    store<f64>(restMass + (<usize>t << 3), mass);
    const from = <usize>load<i32>(tierStart + (<usize>t << 2)) << 3;
    const to = <usize>load<i32>(tierStart + (<usize>t << 2), 4) << 3;
    let sums = f64x2.splat(0);
    let i = from;
    for (; i + 8 < to; i += 16) {
      const e = hasMasses ? v128.load(masses + i) : exp(v128.load(scores + i));
      v128.store(masses + i, e);
      smallest = f64x2.pmin(smallest, e);
      sums = f64x2.add(sums, e);
    }
    if (i < to) {
      const e = hasMasses ? v128.load_splat<f64>(masses + i) : exp(v128.load_splat<f64>(scores + i));
      store<f64>(masses + i, f64x2.extract_lane(e, 0));
      smallest = f64x2.pmin(smallest, e);
      sums = f64x2.add(sums, f64x2.replace_lane(e, 1, 0));
    }
    mass += f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  }
  if (!(min(f64x2.extract_lane(smallest, 0), f64x2.extract_lane(smallest, 1)) > SMALLEST_MASS)) return false;
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
      const share = f64x2.splat(factor > 0 ? -factor / above : 0);
      // This may write one entry beyond the tier, which the next tier overwrites.
      for (let i = <usize>from << 3, to = i + (<usize>size << 3); i < to; i += 16) {
        v128.store(gradient + i, f64x2.mul(share, v128.load(masses + i)));
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
