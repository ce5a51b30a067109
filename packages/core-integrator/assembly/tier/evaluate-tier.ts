import { atNode, outcome, powers, weight } from "../layout";
import { log, logOf } from "../log";
import { boundError, errorSlope, estimateError, trapezoidStep } from "../step";
import { evaluateSubsets } from "../subsets";
import { weighNodes } from "../walk";
import { lightGradient, middleGradient } from "./gradient";
import { both } from "./lanes";
import { lightLog, sumLight } from "./light-series";
import { evaluations, findMode, modeCurvature, modeX } from "./mode";
import { firstNode, high, highest, walkNodes } from "./nodes";
import { heavyCount, lightCount, middleCount, SMALL_TIER, scale, split } from "./split";

// The adaptive rule for one tier in one call; rules/adaptive.ts explains the method. In contrast to the rule in TypeScript, the rows of
// middle items contain D = 1 − e^{−z} instead of e^{−z} and are filled from left to right.

/** Above this many nodes, the step is not refined further, since only rounding errors remain. */
const MOST_NODES: i32 = 200;
const LN2: f64 = 0.6931471805599453;
const EPSILON: f64 = 2.220446049250313e-16;

/** The mass beyond the last node: at most a geometric series, since ℓ is concave. */
@inline
function beyond(last: f64, before: f64): f64 {
  const ratio = last / before;
  return (last * ratio) / (1 - ratio);
}

/**
 * Evaluates the tier of `size` items that starts at `from`. Writes log P, its error, the number of evaluations and Σ ∂ log P/∂w to
 * `outcome` and, if `out` is not 0, adds ∂ log P/∂w to `out`. Returns false, without a result, for a tier that the reference has to
 * evaluate: if all items are heavy, if there are many middle items, or if the window is too wide.
 */
export function evaluateTier(from: i32, size: i32, perRest: f64, tolerance: f64, drop: f64, target: f64, out: usize): bool {
  if (!split(from, size, perRest, drop)) return false;
  const kept = size - heavyCount;
  if (kept <= SMALL_TIER) {
    if (kept == 0) return false;
    evaluateSubsets(kept, out);
    return true;
  }
  if (lightCount > 0) sumLight();
  findMode();
  let count = evaluations;
  const logs = log(f64x2.replace_lane(both(modeX), 1, scale));
  const logX = <f64>(1 + lightCount) * f64x2.extract_lane(logs, 0);
  const lightFirst = lightCount > 0 ? load<f64>(powers) : 0;
  const slope = modeX * (1 + (0.5 * lightFirst) / scale);
  const lightAdvantage = lightCount > 0 ? lightLog - <f64>lightCount * f64x2.extract_lane(logs, 1) : 0;
  let step = trapezoidStep(target, modeCurvature);
  let octave = 2;
  let first = 0;
  let logProbability: f64 = 0;
  let error: f64 = 0;
  // With n light items and ℓ as in nodes.ts, log P = (1 + n)·log X + Σ log u − n·log(scale) − slope + log(step·Σ_k e^{ℓ_k}).
  for (;;) {
    if (middleCount > 0) {
      octave = max(2, <i32>Math.ceil(LN2 / step));
      step = LN2 / <f64>octave;
    }
    if (!walkNodes(step, octave, slope, drop)) return false;
    first = firstNode(drop);
    count += high - first + 1;
    const sum = weighNodes(first, high, highest);
    logProbability = logX + lightAdvantage - slope + highest + logOf(step * sum);
    error = estimateError(step, first, high, modeCurvature);
    const most = tolerance * max(1, Math.abs(logProbability));
    if (lightCount == 0 && error > 0.1 * most) error = boundError(step, middleCount, logProbability, error);
    if (error <= most || high - first > MOST_NODES) break;
    const omega = (2 * Math.PI) / step;
    step = max(0.5 * step, (2 * Math.PI) / (omega + logOf((10 * error) / most) / errorSlope));
  }
  const magnitude = 2 + Math.abs(logX) - lightAdvantage + slope + Math.abs(highest);
  error += EPSILON * magnitude * (1 + 0.25 * Math.sqrt(<f64>(lightCount + middleCount)));
  error += beyond(load<f64>(atNode(weight, first, 8)), load<f64>(atNode(weight, first + 1, 8)));
  error += beyond(load<f64>(atNode(weight, high, 8)), load<f64>(atNode(weight, high - 1, 8)));
  store<f64>(outcome, logProbability);
  store<f64>(outcome, error, 8);
  store<f64>(outcome, <f64>count, 16);
  if (out != 0) store<f64>(outcome, lightGradient(first, out) + middleGradient(octave, first, out), 24);
  return true;
}
