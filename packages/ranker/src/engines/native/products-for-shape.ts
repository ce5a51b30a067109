import { type BackwardTensors, type ForwardTensors, type NativeProducts, nativeProducts } from "./native-products.ts";

/** Products with more multiplications than this run on all threads without a trial. */
const largeProduct = 2e8;
const trials = 5;

/**
 * Compiles the products to run on one thread or on all threads, whichever is faster for their shape: waking a thread takes longer than a
 * small product. Overwrites the scores and gradients.
 */
export async function productsForShape(
  { forward, panels: [backward] }: { readonly forward: ForwardTensors; readonly panels: readonly BackwardTensors[] },
  threads: number,
): Promise<{ readonly products: NativeProducts; readonly threads: number }> {
  const [rows, units] = forward.hidden.dims;
  const [, items] = forward.scores.dims;
  if (threads === 1 || rows * units * items > largeProduct) return { products: await nativeProducts(threads), threads };
  const [one, all] = await Promise.all([nativeProducts(1), nativeProducts(threads)]);
  const fastest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The first trial warms up.
  for (let trial = 0; trial <= trials; trial++) {
    for (const [i, products] of [one, all].entries()) {
      const start = performance.now();
      await products.forward(forward);
      await products.backward(backward);
      if (trial > 0) fastest[i] = Math.min(fastest[i], performance.now() - start);
    }
  }
  const allFaster = fastest[1] < fastest[0];
  await (allFaster ? one : all).close();
  return allFaster ? { products: all, threads } : { products: one, threads: 1 };
}
