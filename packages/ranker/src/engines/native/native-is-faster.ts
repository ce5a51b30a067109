import { allocate, createKernelMemory, createKernels, gemmNT, loadKernelModule, matrix } from "@tierwise/kernels";
import { nativeProducts, nativeTensor } from "./native-products.ts";

/** The minimum speedup at which native products are used. */
const leastSpeedup = 1.3;
/** The length of the trial, which is long enough for V8 to optimize the kernels. */
const trialMilliseconds = 100;
/** The sizes of the matrix product in the trial, for which the kernels need about a millisecond. */
const [rows, units, items] = [64, 256, 1024];

/** Whether onnxruntime multiplies matrices on one thread at least 1.3 times as fast as the kernels, comparing the fastest runs of both. */
export async function nativeIsFaster(): Promise<boolean> {
  const memory = createKernelMemory({ bytes: 4 * (rows * units + items * units + rows * items + items) + 4 * 64 });
  const kernels = createKernels(await loadKernelModule(), memory);
  const floats = (m: number, n: number) => matrix(allocate(memory, Float32Array, m * n).fill(0.5), m, n);
  const [x, weights, out, bias] = [floats(rows, units), floats(items, units), floats(rows, items), floats(1, items)];
  const tensors = {
    hidden: nativeTensor(x),
    weights: nativeTensor(weights),
    bias: nativeTensor(bias),
    scores: nativeTensor(out),
  };
  const products = await nativeProducts(1);
  let ours = Number.POSITIVE_INFINITY;
  let theirs = Number.POSITIVE_INFINITY;
  for (const end = performance.now() + trialMilliseconds; performance.now() < end; ) {
    const start = performance.now();
    gemmNT(kernels, out, x, weights, { bias: bias.data });
    const middle = performance.now();
    await products.forward(tensors);
    ours = Math.min(ours, middle - start);
    theirs = Math.min(theirs, performance.now() - middle);
  }
  await products.close();
  return ours > leastSpeedup * theirs;
}
