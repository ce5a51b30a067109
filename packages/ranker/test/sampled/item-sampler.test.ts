import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { itemSampler } from "../../src/engines/kernels/sampled/item-sampler.ts";

const itemCount = 300;
const seed = 4;
const uniform = new Float64Array(itemCount).fill(1);
/** A few items are so popular that every sample contains them. */
const skewed = Float64Array.from({ length: itemCount }, (_, i) => 1 + 3000 / (1 + ((i * 7) % itemCount)) ** 2);

describe.each([
  ["uniform", uniform],
  ["skewed", skewed],
])("a sampler with %s popularity", (name, popularity) => {
  const count = 40;
  const sampler = itemSampler(popularity, count);
  const items = new Int32Array(count);
  const weights = new Float64Array(count);

  test("draws distinct items in ascending order, but none of the items that every sample contains", () => {
    const always = new Set(sampler.always);
    expect(always.size > 0).toBe(name === "skewed");
    for (let draw = 0; draw < 50; draw++) {
      const drawn = items.slice(0, sampler.draw(randomStream(seed, draw), items, weights));
      expect([...new Set(drawn)].toSorted((a, b) => a - b)).toEqual([...drawn]);
      expect(drawn.some((item) => always.has(item))).toBe(false);
      expect(drawn.length + always.size).toBeLessThanOrEqual(count);
    }
  });

  test("every sample represents the total popularity exactly", () => {
    const sum = (list: Iterable<number>): number => [...list].reduce((total, x) => total + x, 0);
    for (let draw = 0; draw < 50; draw++) {
      const drawn = sampler.draw(randomStream(seed, draw), items, weights);
      let total = sum(Array.from(sampler.always, (item) => popularity[item]));
      for (let i = 0; i < drawn; i++) total += weights[i] * popularity[items[i]];
      expect(total / sum(popularity)).toBeCloseTo(1, 12);
    }
  });

  test("gives every item a mean weight of 1", () => {
    const draws = 20_000;
    const mean = new Float64Array(itemCount);
    const square = new Float64Array(itemCount);
    for (let draw = 0; draw < draws; draw++) {
      const drawn = sampler.draw(randomStream(seed, draw), items, weights);
      for (let i = 0; i < drawn; i++) {
        mean[items[i]] += weights[i] / draws;
        square[items[i]] += weights[i] ** 2 / draws;
      }
    }
    for (const item of sampler.always) mean[item] += 1;
    for (let item = 0; item < itemCount; item++) {
      const error = Math.sqrt(square[item] / draws);
      expect(Math.abs(mean[item] - 1), `item ${item}, seed ${seed}`).toBeLessThanOrEqual(4.5 * error);
    }
  });
});
