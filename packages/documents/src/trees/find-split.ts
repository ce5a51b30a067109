import { blockFeatures } from "@tierwise/kernels";

/** The inputs of the split search other than the histogram. */
export interface SplitRules {
  readonly binCounts: Int32Array;
  /** 1 for the features that may be used. */
  readonly enabled: Uint8Array;
  readonly minDocuments: number;
  readonly minCurvature: number;
  readonly ridge: number;
}

/** The sums over the documents of a leaf. */
export interface LeafSums {
  /** G = Σ g. */
  gradient: number;
  /** H = Σ h. */
  curvature: number;
  count: number;
}

/**
 * Finds the best split of one leaf among the sixteen features of a block, and writes its gain, feature, bin and the sums of the left child to
 * `found` from position `at`; the gain is 0 if there is none. Documents in bins 0 … bin go left. The gain is the reduction of the loss to
 * second order, ½[G_L²/(H_L + ridge) + G_R²/(H_R + ridge) − G²/(H + ridge)]; ties go to the lowest feature and bin.
 *
 * @param cells - The histogram of the block: per feature and bin, the low and high words of the gradient, then those of the curvature,
 *   whose bits from 40 on hold the count.
 * @param units - The values of the integer 1 as a gradient and as a curvature.
 */
export function findSplit(
  cells: Int32Array,
  block: number,
  leaf: LeafSums,
  units: { readonly gradient: number; readonly curvature: number },
  { binCounts, enabled, minDocuments, minCurvature, ridge }: SplitRules,
  found: Float64Array,
  at: number,
): void {
  found.fill(0, at, at + 6);
  const { gradient, curvature, count } = leaf;
  const whole = (gradient * gradient) / (curvature + ridge);
  let best = 0;
  for (let k = 0; k < blockFeatures; k++) {
    const feature = block * blockFeatures + k;
    if (enabled[feature] === 0) continue;
    let [sum, mass, documents] = [0, 0, 0];
    for (let bin = 0, cell = k * 1024; bin < binCounts[feature] - 1; bin++, cell += 4) {
      const high = cells[cell + 3];
      if (high === 0 && cells[cell + 2] === 0) continue; // no document is in this bin
      sum += cells[cell + 1] * 0x1_0000_0000 + (cells[cell] >>> 0);
      mass += (high & 0xff) * 0x1_0000_0000 + (cells[cell + 2] >>> 0);
      documents += high >>> 8;
      if (documents < minDocuments) continue;
      if (count - documents < minDocuments) break;
      const g = sum * units.gradient;
      const h = mass * units.curvature;
      if (h < minCurvature || curvature - h < minCurvature) continue;
      const gain = 0.5 * ((g * g) / (h + ridge) + (gradient - g) ** 2 / (curvature - h + ridge) - whole);
      if (!(gain > best)) continue;
      best = gain;
      found[at] = gain;
      found[at + 1] = feature;
      found[at + 2] = bin;
      found[at + 3] = g;
      found[at + 4] = h;
      found[at + 5] = documents;
    }
  }
}
