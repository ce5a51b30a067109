// node --expose-gc heap-growth.ts: prints by how many bytes the heap grows over 1000 training steps, the least of five times.
import { batch, tinyEngine } from "./tiny-engine.ts";

const [engine] = await tinyEngine({ name: "pl-partition" }, { inputDropout: 0.2, hiddenDropout: 0.5, glas: 10 });
const rows = Int32Array.from({ length: 300 }, (_, i) => i);

async function train(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const from = (step % 9) * batch;
    await engine.train(rows, from, from + batch, 1e-3);
  }
}

function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

// What leaks does so in every thousand; the compiler, which takes its time on a busy machine, does not.
await train(2000);
let least = Number.POSITIVE_INFINITY;
for (let round = 0; round < 5; round++) {
  const before = heapUsed();
  await train(1000);
  least = Math.min(least, heapUsed() - before);
}
process.stdout.write(`${least}\n`);
await engine.close();
