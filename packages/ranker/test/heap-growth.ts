// node --expose-gc heap-growth.ts: prints by how many bytes the heap is larger after 1000 training steps.
import { batch, tinyEngine } from "./tiny-engine.ts";

const [engine] = await tinyEngine({ name: "pl-partition" }, { inputDropout: 0.2, hiddenDropout: 0.5 });
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

// By then the compiler has settled.
await train(3000);
const before = heapUsed();
await train(1000);
process.stdout.write(`${heapUsed() - before}\n`);
await engine.close();
