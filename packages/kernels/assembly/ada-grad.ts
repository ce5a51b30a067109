import { load, store } from "./lanes";
import { multiplyAdd } from "./multiply-add";

/** One AdaGrad step (Duchi, Hazan and Singer, 2011): s ← s + g², w ← keepWeight·w − rate·g / (√s + epsilon). */
export function adaGrad(
  weights: usize,
  gradient: usize,
  squares: usize,
  count: usize,
  rate: f32,
  epsilon: f32,
  keepWeight: f32,
): void {
  const rates = f32x4.splat(rate);
  const epsilons = f32x4.splat(epsilon);
  const keepW = f32x4.splat(keepWeight);
  let i: usize = 0;
  for (; i + 4 <= count; i += 4) {
    const at = i << 2;
    step(weights + at, gradient + at, squares + at, rates, epsilons, keepW, 4);
  }
  for (; i < count; i++) {
    const at = i << 2;
    step(weights + at, gradient + at, squares + at, rates, epsilons, keepW, 1);
  }
}

@inline
function step(weight: usize, gradient: usize, squares: usize, rate: v128, epsilon: v128, keepW: v128, lanes: i32): void {
  const g = load(gradient, lanes);
  const s = multiplyAdd(g, g, load(squares, lanes));
  // A weight whose gradients have all been zero does not change, even if epsilon is 0.
  const moves = f32x4.ne(s, f32x4.splat(0));
  const change = v128.and(f32x4.div(f32x4.mul(rate, g), f32x4.add(f32x4.sqrt(s), epsilon)), moves);
  store(squares, s, lanes);
  store(weight, f32x4.sub(f32x4.mul(keepW, load(weight, lanes)), change), lanes);
}
