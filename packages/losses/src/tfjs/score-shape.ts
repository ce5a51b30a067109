import type { Tensor2D } from "@tensorflow/tfjs-core";

/** Throws unless `scores` has one row per preference and one column per item. */
export function checkScoreShape(scores: Tensor2D, rowCount: number, itemCount: number): void {
  const [rows, columns] = scores.shape;
  if (scores.rank === 2 && rows === rowCount && columns === itemCount) return;
  throw new RangeError(`scores has the shape [${scores.shape}]; expected [${rowCount},${itemCount}], rows by items`);
}
