/** A training whose loss became NaN or infinite: at every learning rate, or when it was trained on all rows. */
export class DivergenceError extends Error {
  override readonly name = "DivergenceError";
}
