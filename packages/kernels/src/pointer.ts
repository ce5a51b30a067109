import type { Kernels } from "./kernels.ts";

/** A typed array as the kernels see it. */
export interface View {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly length: number;
}

/** Where `view` starts in the kernels' memory; an error that names it where it lies elsewhere. */
export function pointer({ buffer }: Kernels, name: string, view: View): number {
  if (view?.buffer !== buffer) {
    throw new TypeError(`${name} is not in the kernels' memory; expected an array made by allocate(memory, …)`);
  }
  return view.byteOffset;
}

/** As `pointer`, for a view that must have `length` elements. */
export function pointerOfLength(kernels: Kernels, name: string, view: View, length: number): number {
  const at = pointer(kernels, name, view);
  if (view.length !== length) throw new RangeError(`${name} has ${view.length} elements; expected ${length}`);
  return at;
}
