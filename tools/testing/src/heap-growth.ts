/**
 * By how many bytes the heap is larger after 1000 steps, the least of five times: what leaks does so in every thousand; the
 * compiler, which takes its time on a busy machine, does not. For scripts that run with `--expose-gc`.
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
