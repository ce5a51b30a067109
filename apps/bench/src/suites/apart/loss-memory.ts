// node --expose-gc dist/suites/apart/loss-memory.js LOSS SIZE N…: for each N, prints as JSON the bytes of working memory that a loss keeps
// after a row of N items, excluding the scores and the gradient. Losses share memory, so each is measured in a separate process.
import { setTimeout } from "node:timers/promises";
import { rowLoss } from "@tierwise/losses";
import { drawRow, sixLosses } from "../problems/six-losses.ts";

const [name, ...numbers] = process.argv.slice(2);
const [size, ...itemCounts] = numbers.map(Number);
const row = rowLoss(sixLosses[name]());

/** The memory in use. Array memory is released shortly after garbage collection, not during it. */
async function heldBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setTimeout(5);
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

const bytes: number[] = [];
const atStart = await heldBytes();
for (const itemCount of itemCounts) {
  const { scores, preferences } = drawRow(itemCount, size, { seed: 1, spread: 2 });
  const gradient = new Float32Array(itemCount);
  row(scores, 0, preferences, 0, gradient);
  bytes.push((await heldBytes()) - atStart - scores.byteLength - gradient.byteLength);
}
console.log(JSON.stringify(bytes));
