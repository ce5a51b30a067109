/** A training whose loss became NaN or infinite: at every learning rate, or when it was trained on all rows. */
export class DivergenceError extends Error {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "DivergenceError";
}
