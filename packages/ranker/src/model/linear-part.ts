/** A linear part whose scores are added to those of the networks: one-vs-rest logistic regression on the transformed features. */
export interface LinearPart {
  /** C, the weight of the losses relative to the regularizer. */
  readonly cost: number;
  /** The weight of the linear scores relative to the mean scores of the networks. */
  readonly weight: number;
}
