/** Thrown if the loss becomes NaN or infinite at every learning rate, or in the final training run on all rows. */
export class DivergenceError extends Error {
  /** Identifies the error where `instanceof` does not work. */
  override readonly name = "DivergenceError";
}
