import type { ValuedCsr } from "@tierwise/data/rows";
import { batchEnd, loadBatch } from "../data/sparse-rows.ts";
import * as control from "./control.ts";
import type { Predictor } from "./predictor.ts";
import { blockCount } from "./scoring-tasks.ts";

/** Computes the hidden activations of the given rows (rows × hidden) on the calling thread. */
export function hiddenUnits({ network, mostEntries, tasks }: Predictor, rows: ValuedCsr): Float32Array {
  const { batchRows, input, output, shape } = network;
  const count = rows.indptr.length - 1;
  const units = new Float32Array(count * shape.hidden);
  for (let from = 0, to = 0; from < count; from = to) {
    to = batchEnd(rows, from, batchRows, mostEntries);
    loadBatch(input.batch, rows, undefined, from, to);
    network.control[control.rowCount] = to - from;
    for (let block = 0; block < blockCount(to - from); block++) tasks.hidden(block);
    units.set(output.hidden.subarray(0, (to - from) * shape.hidden), from * shape.hidden);
  }
  return units;
}
