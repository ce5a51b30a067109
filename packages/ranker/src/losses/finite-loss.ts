import type { RowLoss } from "@tierwise/losses";

/**
 * The loss of a row; NaN, and a gradient of zeros, where a score is not finite: the model has diverged, which ends a trial but is no
 * error. Any other complaint of the loss is thrown.
 */
export function finiteLoss(
  loss: RowLoss,
  ...[scores, at, preferences, p, gradient, weight]: Parameters<RowLoss>
): number {
  try {
    return loss(scores, at, preferences, p, gradient, weight);
  } catch (error) {
    const end = at + preferences.itemCount;
    for (let i = at; i < end; i++) {
      if (Number.isFinite(scores[i])) continue;
      gradient?.fill(0, at, end);
      return Number.NaN;
    }
    throw error;
  }
}
