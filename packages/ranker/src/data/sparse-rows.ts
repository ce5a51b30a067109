import type { ValuedCsr } from "@tierwise/data/rows";
import type { ArrayConstructor } from "@tierwise/kernels";
import type { SparseRow } from "../model/ranker.ts";

export function asRows({ indices, values }: SparseRow): ValuedCsr {
  if (!Number.isInteger(indices?.length))
    throw new TypeError(`indices is ${indices}; expected an array of feature indices`);
  for (let i = 0; i < indices.length; i++) {
    if (!Number.isInteger(indices[i])) throw new RangeError(`indices[${i}] is ${indices[i]}; expected a feature index`);
  }
  if (values !== undefined && values.length !== indices.length) {
    throw new RangeError(
      `values.length is ${values.length} and indices.length is ${indices.length}; expected the same length`,
    );
  }
  return {
    indptr: Int32Array.of(0, indices.length),
    indices: Int32Array.from(indices),
    values: values === undefined ? new Float32Array(indices.length).fill(1) : Float32Array.from(values),
  };
}

/** Throws an error whose message starts with `name` unless all rows are valid and their feature indices are below `features`. */
export function checkRows({ indptr, indices, values }: ValuedCsr, features: number, name: string): void {
  if (!(indptr instanceof Int32Array) || !(indices instanceof Int32Array) || !(values instanceof Float32Array)) {
    throw new TypeError(
      `${name} is not a sparse matrix; expected indptr and indices (Int32Array) and values (Float32Array)`,
    );
  }
  if (indptr.length < 1 || indices.length !== values.length || indptr[indptr.length - 1] > indices.length) {
    throw new RangeError(
      `${name} has lengths ${indices.length} (indices) and ${values.length} (values), but its last offset is ${indptr[indptr.length - 1]}`,
    );
  }
  for (let i = 0; i + 1 < indptr.length; i++) {
    if (indptr[i] < 0 || indptr[i + 1] < indptr[i]) {
      throw new RangeError(`${name}.indptr[${i + 1}] is ${indptr[i + 1]}; expected at least ${indptr[i]}`);
    }
  }
  for (let k = indptr[0]; k < indptr[indptr.length - 1]; k++) {
    if (!(indices[k] >= 0 && indices[k] < features)) {
      throw new RangeError(`${name}.indices[${k}] is ${indices[k]}; expected 0 to ${features - 1}`);
    }
    if (!Number.isFinite(values[k])) {
      const row = indptr.findIndex((end) => end > k) - 1;
      throw new RangeError(
        `${name}.values[${k}] is ${values[k]} (row ${row}, feature ${indices[k]}); expected a finite number`,
      );
    }
  }
}

/** The same rows in arrays without unused entries: the first row starts at 0, and the last row ends at the end of the arrays. */
export function tight(rows: ValuedCsr): ValuedCsr {
  const { indptr, indices, values } = rows;
  const [start, end] = [indptr[0], indptr[indptr.length - 1]];
  if (start === 0 && end === indices.length) return rows;
  return {
    indptr: indptr.map((offset) => offset - start),
    indices: indices.slice(start, end),
    values: values.slice(start, end),
  };
}

/** The maximum total number of entries in any `batchSize` rows. */
export function mostEntries({ indptr }: ValuedCsr, batchSize: number): number {
  const lengths = new Int32Array(indptr.length - 1);
  for (let row = 0; row < lengths.length; row++) lengths[row] = indptr[row + 1] - indptr[row];
  lengths.sort();
  let most = 0;
  for (const length of lengths.subarray(Math.max(0, lengths.length - batchSize))) most += length;
  return most;
}

/** Copies rows `order[from]` … `order[to − 1]` into a batch; without `order`, rows `from` … `to − 1`. Returns the number of entries. */
export function loadBatch(
  batch: ValuedCsr,
  { indptr, indices, values }: ValuedCsr,
  order: Int32Array | undefined,
  from: number,
  to: number,
): number {
  let at = 0;
  for (let i = from; i < to; i++) {
    const row = order === undefined ? i : order[i];
    const end = indptr[row + 1];
    for (let k = indptr[row]; k < end; k++, at++) {
      batch.indices[at] = indices[k];
      batch.values[at] = values[k];
    }
    batch.indptr[i - from + 1] = at;
  }
  return at;
}

/** The end of the batch that starts at row `from` and has at most `mostRows` rows and `mostEntries` entries. */
export function batchEnd({ indptr }: ValuedCsr, from: number, mostRows: number, mostEntries: number): number {
  const count = indptr.length - 1;
  let to = from;
  while (to < count && to - from < mostRows && indptr[to + 1] - indptr[from] <= mostEntries) to++;
  if (to === from) {
    const entries = indptr[from + 1] - indptr[from];
    throw new RangeError(`row ${from} has ${entries} entries; expected at most ${mostEntries}, one per feature`);
  }
  return to;
}

/** An array of zeros in shared memory; on platforms without shared memory, in ordinary memory that only one thread can use. */
export function sharedZeros<T>(type: ArrayConstructor<T>, length: number): T {
  const bytes = length * type.BYTES_PER_ELEMENT;
  const buffer = typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
  return new type(buffer, 0, length);
}

/** A copy in shared memory; on platforms without shared memory, the array itself, which only one thread can use. */
export function shared<T extends Int32Array | Uint8Array | Float64Array>(array: T): T {
  if (typeof SharedArrayBuffer === "undefined") return array;
  const copy = sharedZeros(array.constructor as unknown as ArrayConstructor<T>, array.length);
  copy.set(array);
  return copy;
}
