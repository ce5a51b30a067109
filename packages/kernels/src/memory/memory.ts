/**
 * Memory for kernels: a shared WebAssembly memory of fixed size. It can be posted to other threads together with arrays
 * allocated in it. At most 4 GiB; what needs more is divided over several memories, each with kernels of its own.
 */
export type KernelMemory = WebAssembly.Memory;

/** What {@link createKernelMemory} takes. */
export interface KernelMemoryOptions {
  /** How much will be allocated, in bytes. Untouched memory costs nothing. */
  readonly bytes: number;
}

/** The typed arrays that can be allocated, by their constructors. */
export interface ArrayConstructor<T> {
  /** A view of `length` elements of `buffer` from `byteOffset` on. */
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  /** The size of an element. */
  readonly BYTES_PER_ELEMENT: number;
}

const pageBytes = 65_536;
/** One less than WebAssembly has, so that the end of an array is an address below 2³² too. */
const maxPages = 65_535;
/** Arrays start on a cache line. */
const alignment = 64;
/** Static data of the compiled kernels, and in its first word how many lines are taken. */
const reservedBytes = pageBytes;
/** Kernels take their scratch memory from here too, about 150 kB for each memory and thread. */
const scratchRoom = 16 * 2 ** 20;

/**
 * A memory in which `bytes` can be allocated.
 *
 * @example
 * ```ts
 * import { allocate, createKernelMemory } from "@tierwise/kernels";
 *
 * const memory = createKernelMemory({ bytes: 4000 });
 * const weights = allocate(memory, Float32Array, 1000);
 * console.log(weights.length, weights.byteOffset % 64); // 1000 0
 * ```
 */
export function createKernelMemory({ bytes }: KernelMemoryOptions): KernelMemory {
  const largest = maxPages * pageBytes - reservedBytes - scratchRoom;
  if (!(bytes >= 0 && bytes <= largest)) {
    throw new RangeError(`bytes is ${bytes}; expected 0 to ${largest}: a WebAssembly memory ends at 4 GiB`);
  }
  const pages = Math.ceil((reservedBytes + scratchRoom + bytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  linesTaken(memory)[0] = reservedBytes / alignment;
  return memory;
}

/**
 * An array of `length` zeros in `memory`, on a 64-byte boundary. It is never freed: a memory lives as long as what is in it.
 * Any thread may allocate.
 */
export function allocate<T>(memory: KernelMemory, type: ArrayConstructor<T>, length: number): T {
  if (!Number.isInteger(length) || length < 0) {
    throw new RangeError(`length is ${length}; expected an integer of at least 0`);
  }
  const lines = Math.ceil((length * type.BYTES_PER_ELEMENT) / alignment);
  const taken = linesTaken(memory);
  const total = memory.buffer.byteLength / alignment;
  for (;;) {
    const start = Atomics.load(taken, 0);
    if (start + lines > total) {
      throw new RangeError(
        `length is ${length}, ${lines * alignment} bytes; the memory has ${(total - start) * alignment} bytes left`,
      );
    }
    if (Atomics.compareExchange(taken, 0, start, start + lines) === start) {
      return new type(memory.buffer, start * alignment, length);
    }
  }
}

function linesTaken(memory: KernelMemory): Int32Array {
  return new Int32Array(memory.buffer, 0, 1);
}

/** What is bound to a memory, as kernels are. */
export interface BoundMemory {
  /** The memory's buffer, to which every array is compared. */
  readonly buffer: ArrayBufferLike;
}

/** A typed array as the kernels see it. */
interface View {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly length: number;
}

/** Where `view` starts in the kernels' memory; an error that names it where it lies elsewhere. */
export function pointer({ buffer }: BoundMemory, name: string, view: View): number {
  if (view?.buffer !== buffer) {
    throw new TypeError(`${name} is not in the kernels' memory; expected an array made by allocate(memory, …)`);
  }
  return view.byteOffset;
}

/** As `pointer`, for a view that must have `length` elements. */
export function pointerOfLength(kernels: BoundMemory, name: string, view: View, length: number): number {
  const at = pointer(kernels, name, view);
  if (view.length !== length) throw new RangeError(`${name} has ${view.length} elements; expected ${length}`);
  return at;
}
