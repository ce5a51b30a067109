import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strictCsrProblem } from "@tierwise/data/reading";
import { seededRandom, temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { crc32 } from "../../src/cache/crc32.ts";
import { readXmlDataset } from "../../src/index.ts";
import { datasetOf } from "../fixture.ts";

const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 2 ** 31);
process.stdout.write(`caches: TIERWISE_FUZZ_SEED=${seed}\n`);
const text = "3 4 5\n0,3 1:0.5 2:1\n 0:2 3:0.1\n4\n";
const path = join(temporaryFolder(), "train.txt");

test("none of 3000 damaged caches, half of them with a correct checksum, gives an invalid dataset", async () => {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const expected = datasetOf(text);
  const cache = `${path}.tierwise-cache`;
  writeFileSync(path, text);
  await readXmlDataset(path);
  const whole = readFileSync(cache);
  const counts = { text: 0, forged: 0 };
  for (let i = 0; i < 3000; i++) {
    const isForged = i % 2 === 0;
    let damaged = Buffer.from(whole);
    // In half of the caches, only bytes after the checksum change, and the checksum is corrected; in the other half, any byte may change.
    const first = isForged ? 16 : 0;
    for (let changes = 1 + below(4); changes > 0; changes--) {
      const at = first + below(damaged.length - first);
      if (random() < 0.5) damaged[at] ^= 1 << below(8);
      else damaged.writeInt32LE([-1, 0, 2 ** 31 - 1, 0x7fc00000, below(9)][below(5)], Math.min(at, damaged.length - 4));
    }
    if (isForged) damaged.writeInt32LE(crc32(damaged.subarray(16), 0) | 0, 12);
    else if (random() < 0.3) damaged = damaged.subarray(0, below(damaged.length));
    else if (random() < 0.2) damaged = Buffer.concat([damaged, whole.subarray(0, 1 + below(60))]);
    writeFileSync(cache, damaged);
    const started = process.cpuUsage();
    const dataset = await readXmlDataset(path, { onWarning: () => {} });
    const { user, system } = process.cpuUsage(started);
    expect(user + system).toBeLessThan(1e6);
    const { features, labels, numRows, numFeatures, numLabels } = dataset;
    expect(strictCsrProblem(features, numRows, numFeatures)).toBeUndefined();
    expect(strictCsrProblem(labels, numRows, numLabels)).toBeUndefined();
    if (!isForged) expect(dataset).toEqual(expected);
    counts[features.values.join() === expected.features.values.join() ? "text" : "forged"]++;
  }
  process.stdout.write(`caches: ${counts.text} gave the data of the text, ${counts.forged} the forged data\n`);
});
