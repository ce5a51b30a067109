// node --expose-gc heap-growth.ts: prints, in bytes, the minimum growth of the heap in five runs of 1000 training steps.
import { heapGrowth } from "@tierwise/testing/heap-growth";
import { batchSize, tinyEngine } from "./tiny-engine.ts";

const options = { inputDropout: 0.2, hiddenDropout: 0.5, glas: 10 };
const sample = { count: 100, seed: 1 };
const [engine] = await tinyEngine({ name: "pl-partition" }, options);
const [sampled] = await tinyEngine({ name: "pl-partition" }, { ...options, items: 500, sample });
const rows = Int32Array.from({ length: 300 }, (_, i) => i);

async function train(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const from = (step % 9) * batchSize;
    await engine.train(rows, from, from + batchSize, 1e-3);
    await sampled.train(rows, from, from + batchSize, 1e-3);
  }
}

process.stdout.write(`${await heapGrowth(train)}\n`);
await engine.close();
await sampled.close();
