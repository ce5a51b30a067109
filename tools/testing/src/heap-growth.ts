/**
 * The growth of the heap over 1000 steps in bytes, the smallest of five measurements: a leak shows in all of them, unlike
 * compilation, which may be delayed on a busy machine. For scripts that run with `--expose-gc`.
 */
export async function heapGrowth(train: (steps: number) => Promise<void>): Promise<number> {
  await train(3000);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = heapUsed();
    await train(1000);
    least = Math.min(least, heapUsed() - before);
  }
  return least;
}

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
