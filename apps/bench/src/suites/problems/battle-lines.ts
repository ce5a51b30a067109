import { once } from "node:events";
import { closeSync, createWriteStream, openSync, readSync } from "node:fs";
import type { Battles } from "@tierwise/aggregate";
import { randomStream } from "@tierwise/random";

/** Battles between models whose utilities are normally distributed; 16% of the battles are ties, as in a real file. */
export function drawBattles(items: number, count: number, seed: number): Battles {
  const random = randomStream(seed);
  const utilities = Float64Array.from({ length: items }, () => 2 * random());
  const left = new Int32Array(count);
  const right = new Int32Array(count);
  const outcomes = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    const i = Math.floor(items * random());
    const j = (i + 1 + Math.floor((items - 1) * random())) % items;
    left[k] = i;
    right[k] = j;
    const u = random();
    outcomes[k] = u < 0.16 ? 2 : (u - 0.16) / 0.84 < 1 / (1 + Math.exp(utilities[j] - utilities[i])) ? 0 : 1;
  }
  const itemNames = Array.from({ length: items }, (_, i) => `model-${i}`);
  return { itemNames, left, right, outcomes, weights: new Float64Array(count).fill(1) };
}

const WINNERS = ["a", "b", "tie"];

/** Writes battles as CSV with the columns a, b and winner. */
export async function writeBattleLines(path: string, { itemNames, left, right, outcomes }: Battles): Promise<void> {
  const file = createWriteStream(path);
  let text = "a,b,winner\n";
  for (let k = 0; k < left.length; k++) {
    text += `${itemNames[left[k]]},${itemNames[right[k]]},${WINNERS[outcomes[k]]}\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, "drain");
    text = "";
  }
  file.end(text);
  await once(file, "finish");
}

/** The baseline: reads a file in pieces of 1 MB and counts equal lines. */
export function readAndCount(path: string): Map<string, number> {
  const counts = new Map<string, number>();
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(1 << 20);
  let rest = "";
  for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
    const text = rest + buffer.toString("latin1", 0, size);
    let from = 0;
    for (let to = text.indexOf("\n"); to >= 0; to = text.indexOf("\n", from)) {
      const line = text.slice(from, to);
      counts.set(line, (counts.get(line) ?? 0) + 1);
      from = to + 1;
    }
    rest = text.slice(from);
  }
  closeSync(file);
  return counts;
}
