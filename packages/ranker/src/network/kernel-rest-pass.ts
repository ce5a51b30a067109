import type { RestPass } from "@tierwise/core-integrator";
import { allocate, expScale, type Kernels, matrix, rowStatistics } from "@tierwise/kernels";
import type { Network } from "./network.ts";

/** Bytes of the output layer's memory that a pass takes. */
export const restPassBytes = 64;

/**
 * The passes over the rows of a batch's scores, and of no other array, in single precision like the scores: four exponentials at a
 * time, in place.
 */
export function kernelRestPass(kernels: Kernels, { output, shape: { items }, batchRows }: Network): RestPass {
  const statistics = allocate(output.memory, Float64Array, 2);
  const rows = Array.from({ length: batchRows }, (_, row) =>
    matrix(output.scores.subarray(row * items, (row + 1) * items), 1, items),
  );
  const options = { shift: 0, scale: 0 };
  let named = new Float32Array(0);
  return {
    sum(_scores, at, itemCount, list, from, to, out) {
      const { data: row } = rows[at / itemCount];
      if (named.length < to - from) named = new Float32Array(2 * (to - from));
      for (let i = from; i < to; i++) {
        named[i - from] = row[list[i]];
        row[list[i]] = Number.NEGATIVE_INFINITY;
      }
      rowStatistics(kernels, statistics, rows[at / itemCount]);
      for (let i = from; i < to; i++) row[list[i]] = named[i - from];
      out.max = statistics[0];
      out.sum = statistics[1];
    },
    write(_scores, at, itemCount, max, scale) {
      const { data: row } = rows[at / itemCount];
      options.shift = max;
      options.scale = scale;
      expScale(kernels, row, row, options);
    },
  };
}
