import type { ValuedCsr } from "@tierwise/data/rows";

/** The weights of a member as stored in other formats: `inputWeights` is features × hidden, and `outputWeights` is items × hidden. */
export interface PlainMember {
  readonly inputWeights: ArrayLike<number>;
  readonly inputBias: ArrayLike<number>;
  readonly outputWeights: ArrayLike<number>;
  readonly outputBias: ArrayLike<number>;
}

/** Computes the scores of rows by plain loops in double precision, as defined in the documentation of the formats. */
export function plainScores(members: readonly PlainMember[], rows: ValuedCsr, normalize: boolean): Float64Array {
  const [hidden, items] = [members[0].inputBias.length, members[0].outputBias.length];
  const rowCount = rows.indptr.length - 1;
  const scores = new Float64Array(rowCount * items);
  for (let row = 0; row < rowCount; row++) {
    const [from, to] = [rows.indptr[row], rows.indptr[row + 1]];
    let squares = 0;
    for (let k = from; k < to; k++) squares += rows.values[k] ** 2;
    const scale = normalize && squares > 0 ? 1 / Math.sqrt(squares) : 1;
    for (const { inputWeights, inputBias, outputWeights, outputBias } of members) {
      const units = Float64Array.from(inputBias);
      for (let k = from; k < to; k++) {
        const [start, value] = [rows.indices[k] * hidden, rows.values[k] * scale];
        for (let h = 0; h < hidden; h++) units[h] += value * inputWeights[start + h];
      }
      for (let item = 0; item < items; item++) {
        let sum = outputBias[item];
        for (let h = 0; h < hidden; h++) sum += Math.max(0, units[h]) * outputWeights[item * hidden + h];
        scores[row * items + item] += sum / members.length;
      }
    }
  }
  return scores;
}
