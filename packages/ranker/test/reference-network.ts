import type { XmlDataset } from "@tierwise/datasets-xml";
import { rowPreference } from "@tierwise/datasets-xml";
import type { RankingLoss } from "@tierwise/losses";
import type { Ranker } from "@tierwise/ranker";

/** A reference implementation of the network in plain loops and double precision. */
export interface ReferenceNetwork {
  readonly arrays: readonly Float64Array[];
  /** The scores of one row; hidden units are multiplied by `mask`, if given. */
  readonly scores: (row: number, mask?: ArrayLike<number>) => Float64Array;
  /** Takes a step of dense Adam and returns the mean loss. `masks` contains the masks of the hidden units, row by row. */
  readonly step: (rows: ArrayLike<number>, rate: number, masks?: ArrayLike<number>) => number;
}

interface ReferenceOptions {
  readonly weightDecay?: number;
  /** Whether the step changes the weights of an item; otherwise, only its moments decay. Default: it changes all items. */
  readonly touches?: (item: number) => boolean;
  /** The gradient of a penalty on the output weights. */
  readonly outputPenalty?: (weights: Float64Array) => Float64Array;
}

export function referenceNetwork(
  ranker: Ranker,
  data: XmlDataset,
  loss: RankingLoss,
  { weightDecay = 0, outputPenalty, touches = () => true }: ReferenceOptions = {},
): ReferenceNetwork {
  const { hidden, itemCount: items, weights } = ranker;
  const w1 = Float64Array.from(weights.input.weights);
  const b1 = Float64Array.from(weights.input.bias);
  const w2 = Float64Array.from(weights.output.weights);
  const b2 = Float64Array.from(weights.output.bias);
  const arrays = [w1, b1, w2, b2];
  const first = arrays.map((array) => new Float64Array(array.length));
  const second = arrays.map((array) => new Float64Array(array.length));
  const { indptr, indices, values } = data.features;
  let steps = 0;

  function hiddenOf(row: number, mask?: ArrayLike<number>): Float64Array {
    const h = b1.slice();
    for (let k = indptr[row]; k < indptr[row + 1]; k++) {
      for (let j = 0; j < hidden; j++) h[j] += values[k] * w1[indices[k] * hidden + j];
    }
    return h.map((x, j) => Math.max(0, x) * (mask?.[j] ?? 1));
  }
  function scoresOf(h: Float64Array): Float64Array {
    return b2.map((bias, i) => h.reduce((sum, x, j) => sum + x * w2[i * hidden + j], bias));
  }

  return {
    arrays,
    scores: (row, mask) => scoresOf(hiddenOf(row, mask)),
    step(rows, rate, masks) {
      const gradients = arrays.map((array) => new Float64Array(array.length));
      const [g1, gb1, g2, gb2] = gradients;
      if (outputPenalty !== undefined) g2.set(outputPenalty(w2));
      let total = 0;
      for (let b = 0; b < rows.length; b++) {
        const mask = masks && Array.from({ length: hidden }, (_, j) => masks[b * hidden + j]);
        const h = hiddenOf(rows[b], mask);
        const gradient = new Float64Array(items);
        total += loss(scoresOf(h), rowPreference(data, rows[b]), gradient) / rows.length;
        const dh = new Float64Array(hidden);
        for (let i = 0; i < items; i++) {
          const g = gradient[i] / rows.length;
          gb2[i] += g;
          for (let j = 0; j < hidden; j++) {
            g2[i * hidden + j] += g * h[j];
            dh[j] += g * w2[i * hidden + j];
          }
        }
        for (let j = 0; j < hidden; j++) dh[j] = h[j] > 0 ? dh[j] * (mask?.[j] ?? 1) : 0;
        for (let j = 0; j < hidden; j++) gb1[j] += dh[j];
        for (let k = indptr[rows[b]]; k < indptr[rows[b] + 1]; k++) {
          for (let j = 0; j < hidden; j++) g1[indices[k] * hidden + j] += values[k] * dh[j];
        }
      }
      steps++;
      for (const [a, array] of arrays.entries()) {
        const isBias = a % 2 === 1;
        for (let i = 0; i < array.length; i++) {
          const g = gradients[a][i];
          first[a][i] = 0.9 * first[a][i] + 0.1 * g;
          second[a][i] = 0.999 * second[a][i] + 0.001 * g * g;
          if (a >= 2 && !touches(isBias ? i : Math.floor(i / hidden))) continue;
          const move = first[a][i] / (1 - 0.9 ** steps) / (Math.sqrt(second[a][i] / (1 - 0.999 ** steps)) + 1e-8);
          array[i] = array[i] * (isBias ? 1 : 1 - rate * weightDecay) - rate * move;
        }
      }
      return total;
    },
  };
}
