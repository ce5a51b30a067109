import type { Csr, LabeledRows } from "@tierwise/data/rows";
import { defaultThreads } from "@tierwise/kernels";

/** What a training run tells while it runs. */
export interface TrainingProgress {
  /** What it is doing. LEML: `"H"`, `"W"`; SLEEC: `"clusters"`, `"neighbors"`, `"embedding"`, `"regressor"`. */
  readonly stage: "H" | "W" | "clusters" | "neighbors" | "embedding" | "regressor";
  /** Units of work that are done. */
  readonly done: number;
  /** Units of work in all: half-steps of LEML; tenths of SLEEC's clusters. */
  readonly total: number;
  /** The value that the stage makes smaller, where it has one. */
  readonly objective?: number;
}

/** What every training run takes. */
export interface TrainingOptions {
  /** Another seed gives another start. The same seed gives the same model, on any number of threads. Default: 0. */
  readonly seed?: number;
  /** How many threads work. Default: `defaultThreads()` of `@tierwise/kernels`, all cores. */
  readonly threads?: number;
  /** Called after every step. */
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Ends the run, which rejects with the signal's reason, after the current step. */
  readonly signal?: AbortSignal;
}

/** The options with their defaults, checked. */
export function checkTrainingOptions({ seed = 0, threads = defaultThreads() }: TrainingOptions): {
  seed: number;
  threads: number;
} {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; expected an integer`);
  checkCount("threads", threads);
  return { seed, threads };
}

/** What a step does when it is over: tells of it, and ends the run where that is wanted. */
export function reporter({ onProgress, signal }: TrainingOptions): (progress: TrainingProgress) => void {
  return (progress) => {
    onProgress?.(progress);
    signal?.throwIfAborted();
  };
}

/** Throws unless `value` is an integer of at least 1. */
export function checkCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`${name} is ${value}; expected an integer of at least 1`);
}

/** Throws unless `value` is a finite number above 0. */
export function checkPositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${value}; expected a finite number above 0`);
  }
}

/** Throws unless the set can be learned from: sound, with rows, features and labels. */
export function checkTrainingSet(data: LabeledRows): void {
  checkCount("data.numRows", data.numRows);
  checkCount("data.numFeatures", data.numFeatures);
  checkCount("data.numLabels", data.numLabels);
  checkRows("data.features", data.features, data.numFeatures);
  checkRows("data.labels", data.labels, data.numLabels);
  for (const [name, { indptr }] of Object.entries({ features: data.features, labels: data.labels })) {
    if (indptr.length !== data.numRows + 1) {
      throw new RangeError(`data.${name}.indptr has ${indptr.length} offsets; expected ${data.numRows + 1}`);
    }
  }
}

/** Throws unless every entry of sparse rows is a finite number in a column below `columns`. */
export function checkRows(name: string, { indptr, indices, values }: Csr, columns: number): void {
  for (let i = 1; i < indptr.length; i++) {
    if (indptr[i] < indptr[i - 1]) {
      throw new RangeError(`${name}.indptr[${i}] is ${indptr[i]}; expected at least ${indptr[i - 1]}`);
    }
  }
  const end = indptr[indptr.length - 1];
  if (end > indices.length) throw new RangeError(`${name}.indptr ends at ${end}; there are ${indices.length} entries`);
  for (let e = indptr[0]; e < end; e++) {
    if (!(indices[e] >= 0 && indices[e] < columns)) {
      throw new RangeError(`${name}.indices[${e}] is ${indices[e]}; expected 0 to ${columns - 1}`);
    }
    if (values && !Number.isFinite(values[e])) {
      throw new RangeError(`${name}.values[${e}] is ${values[e]}; expected a finite number`);
    }
  }
}
