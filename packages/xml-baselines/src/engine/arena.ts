import { allocate, type KernelMemory, type Matrix, matrix } from "@tierwise/kernels";

/** Allocates zeroed arrays in a kernel memory and releases them together, so that all clusters use the same memory. */
export interface Arena {
  floats(length: number): Float32Array;
  doubles(length: number): Float64Array;
  ints(length: number): Int32Array;
  matrix(rows: number, columns: number): Matrix;
  /** Returns the current position, for {@link Arena.release}. */
  mark(): number;
  /** Releases all arrays that were allocated after the mark. */
  release(mark: number): void;
}

const alignment = 64;

/** The bytes that `length` four-byte elements occupy in an arena. */
export function wordBytes(length: number): number {
  return Math.ceil((4 * length) / alignment) * alignment;
}

export function createArena(memory: KernelMemory, bytes: number): Arena {
  const region = allocate(memory, Uint8Array, bytes);
  let end = 0;
  /** All memory beyond this position is zero. */
  let used = 0;

  function take(byteLength: number): number {
    const start = end;
    end += Math.ceil(byteLength / alignment) * alignment;
    if (end > bytes) {
      const needed = end;
      end = start;
      throw new RangeError(`training needs ${needed} bytes of memory; ${bytes} were allocated`);
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
