import { add, div, mul, sqrt, sub, type Tensor, tidy, type Variable } from "@tensorflow/tfjs-core";
import { type AdamOptions, adamFactors } from "@tierwise/kernels";

/** The tensors of an Adam step, all of the same shape. */
export interface AdamVariables {
  readonly weights: Variable;
  /** The first moments m. */
  readonly first: Variable;
  /** The second moments v. */
  readonly second: Variable;
}

/**
 * What `adamStep` of `@tierwise/kernels` does to arrays, on the device: the same factors, the same order. Each result replaces what it
 * was made from before the next one is begun, so that large layers need room for few tensors of their size.
 */
export function adamVariablesStep(
  { weights, first, second }: AdamVariables,
  gradient: Tensor,
  options: AdamOptions,
): void {
  const { beta1, beta2, rate, rootScale, epsilon, keepWeight } = adamFactors(options);
  tidy(() => first.assign(add(mul(first, beta1), mul(gradient, 1 - beta1))));
  tidy(() => second.assign(add(mul(second, beta2), mul(mul(gradient, gradient), 1 - beta2))));
  tidy(() => {
    const change = tidy(() => div(mul(first, rate), add(mul(sqrt(second), rootScale), epsilon)));
    weights.assign(sub(mul(weights, keepWeight), change));
  });
}
