import type { Csr, LabeledRows } from "@tierwise/data/rows";
import { defaultThreads } from "@tierwise/kernels";

/** The progress of a training run. */
export interface TrainingProgress {
  /** The current stage. LEML: `"H"`, `"W"`; SLEEC: `"clusters"`, `"neighbors"`, `"embedding"`, `"regressor"`; linear models: `"labels"`, `"epochs"`. */
  readonly stage: "H" | "W" | "clusters" | "embedding" | "epochs" | "labels" | "neighbors" | "regressor";
  /** The number of finished units of work. */
  readonly done: number;
  /** The total number of units: half-steps for LEML, tenths of clusters for SLEEC, labels or epochs for linear models. */
  readonly total: number;
  /** The objective that the stage minimizes, if it has one. */
  readonly objective?: number;
}

/** Options shared by all training functions. */
export interface TrainingOptions {
  /** The seed of the random initialization. The same seed gives the same model on any number of threads. Default: 0. */
  readonly seed?: number;
  /** The number of threads. Default: all cores, as given by `defaultThreads()` from `@tierwise/kernels`. */
  readonly threads?: number;
  /** Called after every step. Default: none. */
  readonly onProgress?: (progress: TrainingProgress) => void;
  /** Cancels the run after the current step; the promise then rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
}

export function checkTrainingOptions({ seed = 0, threads = defaultThreads() }: TrainingOptions): {
  seed: number;
  threads: number;
} {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; expected an integer`);
  checkCount("threads", threads);
  return { seed, threads };
}

/** Returns a function that must be called after each step: it reports progress, and throws if training was canceled. */
export function reporter({ onProgress, signal }: TrainingOptions): (progress: TrainingProgress) => void {
  return (progress) => {
    onProgress?.(progress);
    signal?.throwIfAborted();
  };
}

export function checkCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} is ${value}; expected a positive integer`);
}

export function checkPositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${value}; expected a positive finite number`);
  }
}

/** Throws unless the training set is valid and has rows, features and labels. */
export function checkTrainingSet(data: LabeledRows): void {
  checkCount("data.numRows", data.numRows);
  checkCount("data.numFeatures", data.numFeatures);
  checkCount("data.numLabels", data.numLabels);
  checkRows("data.features", data.features, data.numFeatures);
  checkRows("data.labels", data.labels, data.numLabels);
  for (const [name, { indptr }] of Object.entries({ features: data.features, labels: data.labels })) {
    if (indptr.length !== data.numRows + 1) {
      throw new RangeError(`data.${name}.indptr has length ${indptr.length}; expected ${data.numRows + 1}`);
    }
  }
}

/** Throws unless every entry of sparse rows is a finite number in a column below `columns`. */
export function checkRows(name: string, { indptr, indices, values }: Csr, columns: number): void {
  for (let i = 1; i < indptr.length; i++) {
    if (indptr[i] < indptr[i - 1]) {
      throw new RangeError(`${name}.indptr[${i}] is ${indptr[i]}; expected an integer of at least ${indptr[i - 1]}`);
    }
  }
  const end = indptr[indptr.length - 1];
  if (end > indices.length)
    throw new RangeError(`${name}.indptr ends at ${end}; expected at most ${indices.length}, the number of entries`);
  for (let e = indptr[0]; e < end; e++) {
    if (!(indices[e] >= 0 && indices[e] < columns)) {
      throw new RangeError(`${name}.indices[${e}] is ${indices[e]}; expected an integer from 0 to ${columns - 1}`);
    }
    if (values && !Number.isFinite(values[e])) {
      throw new RangeError(`${name}.values[${e}] is ${values[e]}; expected a finite number`);
    }
  }
}
