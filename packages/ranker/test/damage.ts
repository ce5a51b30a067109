import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Random, randomStream } from "@tierwise/random";
import { loadModel, type ModelSource, type TrainedModel, trainModel } from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";
import { aborted, inDirectory, modelBytes } from "./killing.ts";
import { tinyData } from "./tiny-data.ts";

/** The numbers of damaged models that were rejected and that loaded unchanged. */
export interface DamageCounts {
  readonly refused: number;
  readonly same: number;
}

/**
 * Repeatedly damages a random file of a model directory and loads the model. The directory contains an ensemble and an unfinished training
 * run that would replace it. Throws an error if a damaged model loads with different contents, or fails with an error that does not
 * describe the damage.
 */
export async function damageModels(count: number, seed: number): Promise<DamageCounts> {
  return inDirectory(async (directory) => {
    await makeModel(directory);
    const intact = fingerprint(await loadModel(directory));
    const files = await readdir(directory);
    const random = randomStream(seed);
    const counts = { refused: 0, same: 0 };
    for (let i = 0; i < count; i++) {
      // Damage to the header has the most varied effects, so half of the changes are made there, although it is only one of many files.
      const file = random() < 0.5 ? "ranker.json" : files[Math.floor(random() * files.length)];
      const path = join(directory, file);
      const content = await readFile(path);
      await writeFile(path, damaged(content, random));
      counts[await loadDamaged(directory, intact, `damage ${i} to ${file}`)]++;
      await writeFile(path, content);
    }
    return counts;
  });
}

/**
 * Repeatedly damages a model file and loads it from a path or from bytes. Half of the changes affect the first bytes and the header. Throws
 * an error if a damaged file is not rejected, unless the damage replaced a byte with the same value.
 */
export async function damageFile(count: number, seed: number): Promise<DamageCounts> {
  return inDirectory(async (folder) => {
    const [directory, path] = [join(folder, "model"), join(folder, "model.tierwise")];
    await makeModel(directory);
    await exportModel(directory, { tierwise: path });
    const intact = fingerprint(await loadModel(path));
    const content = await readFile(path);
    const random = randomStream(seed);
    const counts = { refused: 0, same: 0 };
    const start = 64 + content.readUInt32LE(12);
    for (let i = 0; i < count; i++) {
      const parts: Buffer[] = [content.subarray(0, start), content.subarray(start)];
      const part = random() < 0.5 ? 0 : 1;
      parts[part] = damaged(parts[part], random);
      const bytes = Buffer.concat(parts);
      if (i % 3 === 0) await writeFile(path, bytes);
      const source = [path, bytes, new Blob([bytes])][i % 3];
      const result = await loadDamaged(source, intact, `damage ${i}`);
      if ((result === "same") !== bytes.equals(content)) throw new TypeError(`damage ${i} was not detected`);
      counts[result]++;
    }
    return counts;
  });
}

async function loadDamaged(source: ModelSource, intact: string, what: string): Promise<keyof DamageCounts> {
  try {
    if (fingerprint(await loadModel(source)) !== intact) throw new TypeError(`${what} loaded as a different model`);
    return "same";
  } catch (error) {
    if (!describesDamage(error)) throw error;
    return "refused";
  }
}

async function makeModel(directory: string): Promise<void> {
  const data = tinyData(100);
  const itemNames = Array.from({ length: data.numLabels }, (_, i) => `item ${i}`);
  const record = { command: "test", rows: 100, labelCounts: Array.from(itemNames, (_, i) => i) };
  const options = { hidden: 4, epochs: 1, learningRates: [1e-2], refit: false, threads: 1, itemNames, record };
  await trainModel(directory, data, { ...options, members: 2 });
  const signal = AbortSignal.abort();
  await aborted(trainModel(directory, data, { ...options, replace: true, signal }));
}

/** Everything that a user of a model can observe. */
export function fingerprint(model: TrainedModel): string {
  const { itemNames, record, results, kind, memberCount, finished } = model;
  return JSON.stringify([modelBytes(model).toString("hex"), itemNames, record, results, kind, memberCount, finished]);
}

/** Whether an error reports damage, and is not the result of a bug in the program. */
function describesDamage(error: unknown): boolean {
  const program = error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError;
  return (
    error instanceof Error &&
    !program &&
    /is damaged|damaged or incomplete|cannot be read|is not|has version/.test(error.message)
  );
}

/** Flips a bit, replaces a byte, inserts or removes bytes, or cuts off the end. */
function damaged(content: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * content.length);
  const byte = Math.floor(256 * random());
  const kind = Math.floor(5 * random());
  const copy = Buffer.from(content);
  if (kind === 0) copy[at] ^= 1 << (byte & 7);
  else if (kind === 1) copy[at] = byte;
  else if (kind === 2) return Buffer.concat([content.subarray(0, at), Buffer.of(byte), content.subarray(at)]);
  else if (kind === 3) return Buffer.concat([content.subarray(0, at), content.subarray(at + 1 + (byte & 15))]);
  else return content.subarray(0, at);
  return copy;
}
