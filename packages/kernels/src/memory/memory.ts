/**
 * Memory for kernels: a shared WebAssembly memory of fixed size, at most 4 GiB. It can be posted to other threads together
 * with arrays allocated in it. To use more than 4 GiB, divide the data among several memories, each with its own kernels.
 */
export type KernelMemory = WebAssembly.Memory;

/** Options for {@link createKernelMemory}. */
export interface KernelMemoryOptions {
  /** The number of bytes that can be allocated. Memory that is never accessed takes no physical memory. */
  readonly bytes: number;
}

/** The constructor of a typed array that can be allocated. */
export interface ArrayConstructor<T> {
  /** A view of `length` elements of `buffer`, starting at `byteOffset`. */
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  /** The size of an element in bytes. */
  readonly BYTES_PER_ELEMENT: number;
}

const pageBytes = 65_536;
/** The largest number of pages: one less than WebAssembly allows, so that even the address after the last array is below 2³². */
const maxPages = 65_535;
/** Arrays start on a cache line. */
const alignment = 64;
/**
 * The bytes before the first array. The first word is the number of cache lines in use, the double at `identityByte` identifies the memory,
 * and the static data of the compiled kernels starts at byte 1024.
 */
const reservedBytes = pageBytes;
const identityByte = 8;
/** Space for the scratch memory of kernels, about 150 kB per thread. */
const scratchRoom = 16 * 2 ** 20;

/**
 * Creates a memory in which `bytes` bytes can be allocated.
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
    throw new RangeError(`bytes is ${bytes}; expected a number from 0 to ${largest}; memories are limited to 4 GiB`);
  }
  const pages = Math.ceil((reservedBytes + scratchRoom + bytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  linesTaken(memory)[0] = reservedBytes / alignment;
  new Float64Array(memory.buffer, identityByte, 1)[0] = 1 + Math.random();
  return memory;
}

/**
 * Allocates an array of `length` zeros in `memory`, on a 64-byte boundary. Arrays cannot be freed individually; the whole memory is freed
 * when none of its arrays is in use. Any thread may allocate.
 */
export function allocate<T>(memory: KernelMemory, type: ArrayConstructor<T>, length: number): T {
  if (!Number.isInteger(length) || length < 0) {
    throw new RangeError(`length is ${length}; expected a nonnegative integer`);
  }
  const lines = Math.ceil((length * type.BYTES_PER_ELEMENT) / alignment);
  const taken = linesTaken(memory);
  const total = memory.buffer.byteLength / alignment;
  for (;;) {
    const start = Atomics.load(taken, 0);
    if (start + lines > total) {
      throw new RangeError(
        `length is ${length}, which takes ${lines * alignment} bytes; the memory has ${(total - start) * alignment} bytes left`,
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

/** An object bound to a kernel memory. */
export interface BoundMemory {
  /** The buffer that every array in the memory shares. */
  readonly buffer: ArrayBufferLike;
}

interface View {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly length: number;
}

/** The address of `view` in the kernels' memory. Throws an error if the view is not in this memory. */
export function pointer({ buffer }: BoundMemory, name: string, view: View): number {
  if (view?.buffer !== buffer && !isSameMemory(view?.buffer, buffer)) {
    throw new TypeError(`${name} is not in the kernels' memory; expected an array from allocate(memory, …)`);
  }
  return view.byteOffset;
}

/**
 * Whether two buffers are the same memory. A memory usually has one buffer, but V8 gives every shared memory a new buffer object when
 * any other shared memory in the process grows, such as one that belongs to another WebAssembly library.
 */
function isSameMemory(one: ArrayBufferLike | undefined, other: ArrayBufferLike): boolean {
  return one?.byteLength === other.byteLength && identityOf(one) === identityOf(other);
}

const identities = new WeakMap<ArrayBufferLike, number>();

function identityOf(buffer: ArrayBufferLike): number {
  let identity = identities.get(buffer);
  if (identity === undefined) {
    identity = buffer.byteLength < reservedBytes ? Number.NaN : new Float64Array(buffer, identityByte, 1)[0];
    identities.set(buffer, identity);
  }
  return identity;
}

/** Like `pointer`, for a view that must have `length` elements. */
export function pointerOfLength(kernels: BoundMemory, name: string, view: View, length: number): number {
  const at = pointer(kernels, name, view);
  if (view.length !== length) throw new RangeError(`${name}.length is ${view.length}; expected ${length}`);
  return at;
}
