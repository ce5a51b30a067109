import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { topK } from "@tierwise/metrics";
import { describe, expect, test } from "vitest";
import { loadTwoTowerModel, saveTwoTowerModel, selectItems, trainTwoTower, twoTower } from "../../src/index.ts";
import { searchItems } from "../../src/towers/search/search-items.ts";
import { itemsOf, ones, sparse } from "./random-data.ts";

const items = itemsOf(30, 5, 1);
const features = sparse(20, 8, 0.3, 2);
const labels = ones(Array.from({ length: 20 }, (_, row) => [row, (row + 5) % 30]));
const scorer = twoTower({ dimensions: 5, contextLayers: [6], itemLayers: [4], epochs: 4 });
const featureItems = [0, 1, 2, 3, -1, 0, 7, 8];
const model = await trainTwoTower({ features, labels }, items, { scorer, featureItems, validation: 0, threads: 1 });

describe("exact search", () => {
  const [width, count, rows] = [7, 5000, 37];
  const random = sparse(count, width, 1, 3);
  // Few distinct values, so that many scores are equal.
  const vectors = random.values.map((value) => Math.round(4 * value));
  const contexts = sparse(rows, width, 1, 4).values.map((value) => Math.round(2 * value) - 2);
  const load = (from: number, to: number, out: Float32Array): void =>
    out.set(contexts.subarray(from * width, to * width));
  const brute = (row: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += vectors[i * width + j] * contexts[row * width + j];
      return sum;
    });

  test.each([1, 10, 3000])(
    "finds the best %d of 5000 items, ordered by score, then by item number, on 1 and 3 threads",
    async (k) => {
      for (const threads of [1, 3]) {
        const found = await searchItems({ vectors, width }, rows, load, { k, threads });
        for (let row = 0; row < rows; row++) {
          expect(found.items.subarray(row * k, (row + 1) * k)).toEqual(topK(brute(row), k));
        }
      }
    },
  );

  test("ranks only candidates that are not excluded, and pads with −1", async () => {
    const candidates = [4321, 5, 77, 2048, 2047];
    const exclude = ones(Array.from({ length: rows }, (_, row) => (row === 3 ? [5, 2047, 9] : [])));
    const {
      items: found,
      scores,
      k,
    } = await searchItems({ vectors, width }, rows, load, { k: 5, candidates, exclude });
    for (let row = 0; row < rows; row++) {
      const allowed = [5, 77, 2047, 2048, 4321].filter((item) => row !== 3 || (item !== 5 && item !== 2047));
      const all = brute(row);
      const best = Array.from(
        topK(
          allowed.map((item) => all[item]),
          5,
        ),
        (place) => allowed[place],
      );
      expect(Array.from(found.subarray(row * k, row * k + best.length))).toEqual(best);
    }
    expect(Array.from(found.subarray(3 * k + 3, 4 * k))).toEqual([-1, -1]);
    expect(scores[4 * k - 1]).toBeNaN();
  });
});

describe("a two-tower model", () => {
  test("scores are inner products, and rankings follow these scores", async () => {
    const scores = model.scores(features);
    const contexts = model.contextVectors(features);
    let sum = 0;
    for (let j = 0; j < 5; j++) sum += contexts[5 * 3 + j] * model.itemVectors[5 * 11 + j];
    expect(scores[3 * 30 + 11]).toBeCloseTo(sum, 5);
    const { items: best } = await model.rank(features, { k: 4 });
    for (let row = 0; row < 20; row++) {
      expect(best.subarray(4 * row, 4 * row + 4)).toEqual(topK(scores.subarray(30 * row, 30 * row + 30), 4));
    }
  });

  test("with another catalog, keeps the vectors of known items and ignores unknown features", () => {
    const names = ["item 8", "new", "item 2"];
    const extra = { ...items, featureNames: ["unknown", ...items.featureNames.slice(1)] };
    const other = model.withItems(selectItems(items, names));
    expect(other.itemVectors.subarray(0, 5)).toEqual(model.itemVectors.subarray(40, 45));
    expect(other.itemVectors.subarray(10, 15)).toEqual(model.itemVectors.subarray(10, 15));
    expect(() => model.withItems({ ...items, itemNames: items.itemNames.map(() => "same") })).toThrow(
      'itemNames contains "same" twice',
    );
    expect(model.withItems(extra).itemVectors).not.toEqual(model.itemVectors);
  });

  test("maps features to the items that they refer to, in any catalog", () => {
    const rows = ones([[0, 5, 4], [7], []]);
    expect(Array.from(model.seenItems(rows).indices)).toEqual([0, 8]);
    const other = model.withItems(selectItems(items, ["item 8", "item 9"]));
    expect(Array.from(other.seenItems(rows).indptr)).toEqual([0, 0, 1, 1]);
  });

  test("can be saved and loaded; damage to the file is detected", async () => {
    const directory = mkdtempSync(join(tmpdir(), "tierwise-"));
    await saveTwoTowerModel(model, directory);
    const loaded = await loadTwoTowerModel(directory);
    expect(loaded.scores(features)).toEqual(model.scores(features));
    expect(loaded.scorer).toEqual(model.scorer);
    expect(loaded.history).toEqual(model.history);
    expect(loaded.seenItems(features)).toEqual(model.seenItems(features));
    const path = join(directory, "two-tower.bin");
    const bytes = readFileSync(path);
    const damaged = async (change: (copy: Buffer) => Buffer): Promise<void> => {
      writeFileSync(path, change(Buffer.from(bytes)));
      await loadTwoTowerModel(directory);
    };
    const flip = (at: number) => (copy: Buffer) => {
      copy[at] ^= 1;
      return copy;
    };
    await expect(damaged(flip(bytes.length - 20))).rejects.toThrow("its arrays do not match their checksum");
    await expect(damaged(flip(0))).rejects.toThrow("it does not start with TIERWISE");
    await expect(damaged(flip(8))).rejects.toThrow("it has version 0; expected 1");
    await expect(damaged((copy) => copy.subarray(0, 100))).rejects.toThrow("it is shorter than its header");
    await expect(loadTwoTowerModel(tmpdir())).rejects.toThrow("two-tower.bin cannot be read");
  });
});
