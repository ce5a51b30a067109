import { createLoss, rowLoss } from "@tierwise/losses";
import { type Random, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import {
  type ClickLog,
  clickedLists,
  counterfactualValue,
  documents,
  estimatePropensities,
  trainDocuments,
} from "../../src/index.ts";
import { packLists, viewList } from "../../src/lists/packed-lists.ts";

const theta = [1, 0.6, 0.35, 0.2, 0.1];

/** Simulates clicks on lists whose documents are relevant with the given probabilities; `swap` shuffles each list before it is shown. */
function simulate(
  lists: number,
  relevance: (list: number, document: number) => number,
  random: Random,
  swap: boolean,
): ClickLog {
  const size = theta.length;
  const offsets = Int32Array.from({ length: lists + 1 }, (_, l) => size * l);
  const [positions, clicks] = [new Int32Array(size * lists), new Uint8Array(size * lists)];
  for (let l = 0; l < lists; l++) {
    const order = Array.from({ length: size }, (_, d) => d);
    if (swap)
      for (let d = size - 1; d > 0; d--) {
        const other = Math.floor(random() * (d + 1));
        [order[d], order[other]] = [order[other], order[d]];
      }
    for (const [position, d] of order.entries()) {
      positions[size * l + d] = position + 1;
      clicks[size * l + d] = random() < theta[position] * relevance(l, d) ? 1 : 0;
    }
  }
  return { offsets, positions, clicks };
}

describe("estimatePropensities", () => {
  test("recovers the propensities and relevances of simulated clicks (seed 1)", () => {
    const gamma = [0.9, 0.5, 0.3, 0.7, 0.2];
    const log = simulate(20_000, (_, d) => gamma[d], randomStream(1), true);
    const identities = Int32Array.from(log.positions, (_, i) => i % 5);
    const { propensities, relevance, converged } = estimatePropensities(log, identities);
    expect(converged).toBe(true);
    // The tolerance is four standard errors of a ratio of click rates, with 4000 impressions per document and position.
    for (let k = 0; k < 5; k++) expect(Math.abs(propensities[k] - theta[k]), `position ${k + 1}`).toBeLessThan(0.03);
    for (let d = 0; d < 5; d++) expect(Math.abs(relevance[d] - gamma[d]), `document ${d}`).toBeLessThan(0.03);
  });

  test("the likelihood never decreases with more steps (seed 2)", () => {
    const log = simulate(200, (_, d) => 0.2 + 0.15 * d, randomStream(2), true);
    const identities = Int32Array.from(log.positions, (_, i) => i % 5);
    const values = [1, 2, 5, 20, 100].map(
      (steps) => estimatePropensities(log, identities, { steps, tolerance: 0 }).logLikelihood,
    );
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeGreaterThanOrEqual(values[i - 1]);
  });

  test("rejects positions that are not connected through documents", () => {
    const log = simulate(10, () => 0.5, randomStream(3), false);
    const identities = Int32Array.from(log.positions, (_, i) => i % 5);
    expect(() => estimatePropensities(log, identities)).toThrow(
      "no chain of documents connects position 2 with position 1",
    );
  });
});

describe("clickedLists", () => {
  test("the expected gradient over all possible clicks equals the full-information gradient only if clicks are weighted", () => {
    const size = 3;
    const [gamma, scores] = [[0.2, 0.5, 0.9], Float64Array.of(0.3, -0.1, 0.4)];
    const row = rowLoss(createLoss("pl-partition"));
    const offsets = Int32Array.of(0, size);
    const lists = { featureCount: 1, offsets, features: new Float32Array(size), grades: new Float32Array(size) };
    const gradientOf = (clicks: Uint8Array, propensities: number[]): Float64Array => {
      const log = { offsets, positions: Int32Array.of(1, 2, 3), clicks };
      const { grades, weights, offsets: ends } = clickedLists(lists, log, propensities);
      const packed = packLists({ offsets: ends, grades });
      const total = new Float64Array(size);
      const part = new Float64Array(size);
      for (let c = 0; c + 1 < ends.length; c++) {
        viewList(packed, c);
        row(scores, 0, packed, c, part, weights?.[c]);
        for (let i = 0; i < size; i++) total[i] += part[i];
      }
      return total;
    };
    const expected = (examination: readonly number[], propensities: number[]): Float64Array => {
      const mean = new Float64Array(size);
      for (let pattern = 0; pattern < 2 ** size; pattern++) {
        const clicks = Uint8Array.from({ length: size }, (_, i) => (pattern >> i) & 1);
        const p = clicks.reduce(
          (all, click, i) => all * (click ? examination[i] * gamma[i] : 1 - examination[i] * gamma[i]),
          1,
        );
        for (const [i, g] of gradientOf(clicks, propensities).entries()) mean[i] += p * g;
      }
      return mean;
    };
    const full = expected([1, 1, 1], [1, 1, 1]);
    const weighted = expected(theta, theta);
    const naive = expected(theta, [1, 1, 1]);
    for (let i = 0; i < size; i++) expect(weighted[i]).toBeCloseTo(full[i], 12);
    expect(Math.max(...naive.map((g, i) => Math.abs(g - full[i])))).toBeGreaterThan(0.1);
  });

  test("a model trained on weighted clicks ignores the order shown; one trained on unweighted clicks does not (seed 4)", async () => {
    // Feature 0 makes documents relevant; feature 1 only reflects the order in which documents are shown.
    const count = 3000;
    const random = randomStream(4);
    const offsets = Int32Array.from({ length: count + 1 }, (_, l) => 5 * l);
    const features = Float32Array.from({ length: 10 * count }, () => random());
    for (let l = 0; l < count; l++) for (let d = 0; d < 5; d++) features[10 * l + 2 * d + 1] = 1 - d / 5;
    const shown = { featureCount: 2, offsets, features, grades: new Float32Array(5 * count) };
    const log = simulate(count, (l, d) => 0.8 * features[10 * l + 2 * d] ** 2, random, false);
    const scorer = documents({ hidden: [], log: "none", epochs: 25, learningRate: 0.03, weightDecay: 0 });
    const slopes = async (propensities: readonly number[]) => {
      const { weights } = await trainDocuments(clickedLists(shown, log, propensities), {
        scorer,
        loss: "pl-topk",
        validation: 0,
        threads: 1,
      });
      return weights[1] / weights[0];
    };
    expect(Math.abs(await slopes(theta))).toBeLessThan(0.15);
    expect(await slopes([1, 1, 1, 1, 1])).toBeGreaterThan(0.5);
  });
});

describe("counterfactualValue", () => {
  const gamma = (l: number, d: number): number => ((7 * l + 3 * d) % 10) / 10;
  const scores = (l: number): number[] => Array.from({ length: 5 }, (_, d) => gamma(l, d) + 0.01 * d);
  const lists = 4000;
  const all = Float64Array.from(Array.from({ length: lists }, (_, l) => scores(l)).flat());
  /** The expected gain if users examined all documents. */
  const truth = Array.from({ length: lists }, (_, l) => {
    const own = scores(l);
    const order = own.map((_, d) => d).sort((a, b) => own[b] - own[a]);
    return order.slice(0, 3).reduce((sum, d, r) => sum + gamma(l, d) / Math.log2(r + 2), 0);
  }).reduce((sum, value) => sum + value / lists, 0);

  test("the estimate is unbiased and its standard errors are accurate; without weights, it is far too low (seeds 10 to 69)", () => {
    let [inside, naive, bias] = [0, 0, 0];
    for (let seed = 10; seed < 70; seed++) {
      const log = simulate(lists, gamma, randomStream(seed), false);
      const { value, standardError } = counterfactualValue(all, log, theta, { k: 3 });
      bias += (value - truth) / standardError / 60;
      if (Math.abs(value - truth) < 1.96 * standardError) inside++;
      naive += counterfactualValue(all, log, [1, 1, 1, 1, 1], { k: 3 }).value / 60;
    }
    // `bias` is the mean of 60 standard normal numbers, and `inside` counts hits of 95% intervals. The limits are three standard deviations
    // away.
    expect(Math.abs(bias)).toBeLessThan(0.4);
    expect(inside).toBeGreaterThanOrEqual(52);
    expect(naive).toBeLessThan(0.7 * truth);
  });

  test("self-normalized values do not depend on the scale of the propensities, and clipping lowers the value", () => {
    const log = simulate(500, gamma, randomStream(5), false);
    const some = all.subarray(0, 2500);
    const value = (factor: number) =>
      counterfactualValue(
        some,
        log,
        theta.map((t) => factor * t),
        { estimator: "self-normalized" },
      );
    expect(value(0.5).value).toBeCloseTo(value(1).value, 12);
    expect(value(0.5).standardError).toBeCloseTo(value(1).standardError, 12);
    expect(value(1).value).toBeLessThanOrEqual(1);
    const ips = counterfactualValue(some, log, theta);
    const clipped = counterfactualValue(some, log, theta, { clip: 2 });
    expect(clipped.value).toBeLessThan(ips.value);
    expect(clipped.effectiveClicks).toBeGreaterThan(ips.effectiveClicks);
    const equal = counterfactualValue(some, log, theta, { clip: 1 });
    expect(equal.effectiveClicks).toBeCloseTo(
      log.clicks.reduce((sum, click) => sum + click, 0),
      9,
    );
  });

  test.each([
    [{ clicks: Uint8Array.of(1, 2) }, "clicks[1] is 2; expected 0 or 1"],
    [{ positions: Int32Array.of(0, 1) }, "positions[0] is 0; expected at least 1"],
    [
      { positions: Int32Array.of(9, 1) },
      "propensities[8] is undefined; expected a number above 0 and at most 1, since position 9",
    ],
  ])("%j: %s", (change, message) => {
    const log = {
      offsets: Int32Array.of(0, 2),
      positions: Int32Array.of(1, 2),
      clicks: Uint8Array.of(1, 0),
      ...change,
    };
    expect(() => counterfactualValue([1, 2], log, theta)).toThrow(message);
  });
});
