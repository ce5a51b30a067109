/** One weight trained by Adam with decoupled weight decay, in double precision. */
export interface AdamElement {
  w: number;
  m: number;
  v: number;
}

export function adamElement(
  { w, m, v }: AdamElement,
  g: number,
  step: number,
  { learningRate, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weightDecay = 0 }: AdamSettings,
): AdamElement {
  const first = beta1 * m + (1 - beta1) * g;
  const second = beta2 * v + (1 - beta2) * g * g;
  const change = first / (1 - beta1 ** step) / (Math.sqrt(second / (1 - beta2 ** step)) + epsilon);
  return { w: w * (1 - learningRate * weightDecay) - learningRate * change, m: first, v: second };
}

/** The settings of Adam that are the same in every step. */
export interface AdamSettings {
  readonly learningRate: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly epsilon?: number;
  readonly weightDecay?: number;
}
