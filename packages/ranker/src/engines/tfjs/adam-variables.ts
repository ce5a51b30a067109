import { add, div, mul, sqrt, sub, type Tensor, tidy, type Variable } from "@tensorflow/tfjs-core";
import { type AdamOptions, adamFactors } from "@tierwise/kernels";

/** The tensors of an Adam step, all of the same shape. */
export interface AdamVariables {
  readonly weights: Variable;
  readonly first: Variable;
  readonly second: Variable;
}

/**
 * Takes an Adam step on the device, with the same factors and order of operations as `adamStep` in `@tierwise/kernels`. Temporaries are
 * freed early: at most three exist at a time, besides the gradient, the weights and the moments.
 */
export function adamVariablesStep(
  { weights, first, second }: AdamVariables,
  gradient: Tensor,
  options: AdamOptions,
): void {
  const { beta1, beta2, rate, rootScale, epsilon, keepWeight } = adamFactors(options);
  tidy(() => first.assign(add(mul(first, beta1), mul(gradient, 1 - beta1))));
  tidy(() => {
    const squares = tidy(() => mul(mul(gradient, gradient), 1 - beta2));
    second.assign(add(mul(second, beta2), squares));
  });
  tidy(() => {
    const root = tidy(() => add(mul(sqrt(second), rootScale), epsilon));
    const change = tidy(() => div(mul(first, rate), root));
    root.dispose();
    weights.assign(sub(mul(weights, keepWeight), change));
  });
}
