/**
 * The heap growth in bytes over 1000 steps. It is the smallest of five measurements, because a leak grows the heap in all of them, whereas
 * late JIT compilation affects only some. Requires `--expose-gc`.
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
