/**
 * A place in a stream of random words. The generator is counter-based (Philox4x32-10): word i of a stream depends on seed,
 * stream and i alone, so that parts filled by different threads are the parts of one whole.
 */
export interface RandomStream {
  /** An integer from 0 to 2⁵³ − 1. */
  readonly seed: number;
  /** Which of the streams of this seed, 0 to 2³² − 1: a layer, a step. Default 0. */
  readonly stream?: number;
  /** Where in the stream the first element lies, an integer of at least 0. Default 0. */
  readonly start?: number;
}

/** Checks a place in a stream. */
export function checkRandomStream({ seed, stream = 0, start = 0 }: RandomStream): void {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed is ${seed}; expected an integer below 2⁵³`);
  if (!Number.isInteger(stream) || stream < 0 || stream >= 2 ** 32) {
    throw new RangeError(`stream is ${stream}; expected an integer below 2³²`);
  }
  if (!Number.isSafeInteger(start) || start < 0) {
    throw new RangeError(`start is ${start}; expected an integer of at least 0`);
  }
}
