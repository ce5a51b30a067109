import { allocate, type KernelMemory, type Matrix, matrix } from "@tierwise/kernels";

/** Arrays of zeros in a kernel memory, given back together: what one cluster used the next one takes again. */
export interface Arena {
  floats(length: number): Float32Array;
  doubles(length: number): Float64Array;
  ints(length: number): Int32Array;
  matrix(rows: number, columns: number): Matrix;
  /** Where the arena stands; {@link Arena.release} returns to it. */
  mark(): number;
  /** Gives back every array made since the mark. */
  release(mark: number): void;
}

const alignment = 64;

/** The bytes that `length` elements of four bytes take in an arena. */
export function wordBytes(length: number): number {
  return Math.ceil((4 * length) / alignment) * alignment;
}

/** An arena of so many bytes in `memory`. */
export function createArena(memory: KernelMemory, bytes: number): Arena {
  const region = allocate(memory, Uint8Array, bytes);
  let end = 0;
  /** Nothing beyond it was ever written. */
  let used = 0;

  function take(byteLength: number): number {
    const start = end;
    end += Math.ceil(byteLength / alignment) * alignment;
    if (end > bytes) {
      const needed = end;
      end = start;
      throw new RangeError(`training needs ${needed} bytes at once; its memory has ${bytes}`);
    }
    if (start < used) region.fill(0, start, Math.min(end, used));
    used = Math.max(used, end);
    return region.byteOffset + start;
  }

  const floats = (length: number): Float32Array => new Float32Array(memory.buffer, take(4 * length), length);
  return {
    floats,
    doubles: (length) => new Float64Array(memory.buffer, take(8 * length), length),
    ints: (length) => new Int32Array(memory.buffer, take(4 * length), length),
    matrix: (rows, columns) => matrix(floats(rows * columns), rows, columns),
    mark: () => end,
    release(mark) {
      end = mark;
    },
  };
}
