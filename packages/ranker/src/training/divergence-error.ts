/** The loss became NaN or infinite at every learning rate, or in the final training on all rows. */
export class DivergenceError extends Error {
  /** Identifies the error where `instanceof` cannot. */
  override readonly name = "DivergenceError";
}
