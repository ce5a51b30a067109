import { logLikelihoodGradient } from "@tierwise/core-integrator";
import { describe, expect, test } from "vitest";
import { breakIntoPairs, fitFromGraphs, type PreferenceGraph, preferenceFromGraph } from "../src/index.ts";
import { permutations, rankingProbability } from "./rankings.ts";

const truth = [0.8, -0.3, 0, 1.5, -1];

/** The expected gradient of an estimator's objective at the true scores. The gradient is zero if the estimator is consistent. */
function expectedScore(
  reveal: (ranking: number[]) => PreferenceGraph,
  gradientOf: (graph: PreferenceGraph) => number[],
) {
  const sum = truth.map(() => 0);
  for (const ranking of permutations([0, 1, 2, 3, 4])) {
    const probability = rankingProbability(truth, ranking);
    for (const [i, g] of gradientOf(reveal(ranking)).entries()) sum[i] += probability * g;
  }
  return Math.max(...sum.map(Math.abs));
}

const partition = (maxTier?: number) => (graph: PreferenceGraph) => {
  const options = maxTier === undefined ? {} : { maxTier };
  return Array.from(logLikelihoodGradient(truth, preferenceFromGraph(graph), options).gradient);
};

function pairs(graph: PreferenceGraph): number[] {
  const gradient = truth.map(() => 0);
  const { preferences, weights } = breakIntoPairs([preferenceFromGraph(graph)]);
  for (const [p, { tiers }] of preferences.entries()) {
    const [[a], [b]] = tiers.map((tier) => Array.from(tier));
    const slope = weights[p] / (1 + Math.exp(truth[a] - truth[b]));
    gradient[a] += slope;
    gradient[b] -= slope;
  }
  return gradient;
}

const items = [0, 1, 2, 3, 4];
/** Reveals comparisons between fixed places of each user's ranking, whatever items are at these places. */
const byPlaces = (places: [number, number][]) => (ranking: number[]) => ({
  items,
  edges: places.map(([upper, lower]): [number, number] => [ranking[upper], ranking[lower]]),
});
/** Reveals comparisons between fixed pairs of items, the same for all users. */
const byItems = (asked: [number, number][]) => (ranking: number[]) => ({
  items,
  edges: asked.map(([a, b]): [number, number] => (ranking.indexOf(a) < ranking.indexOf(b) ? [a, b] : [b, a])),
});

const neighbors: [number, number][] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
];

describe("consistency", () => {
  // {0} ≻ {1, 2} ≻ {3, 4}, and {0, 1, 2} ≻ {3} ≻ {4}.
  const shapes = ["0>1 0>2 1>3 1>4 2>3 2>4", "0>2 2>3 1>3 3>4"];
  test.each(shapes)(
    "the expected gradient at the true scores is zero if all users compare the same places of their rankings: %s",
    (text) => {
      const shape = text.split(" ").map((edge) => edge.split(">").map(Number) as [number, number]);
      for (const gradientOf of [partition(), partition(1), partition(2), pairs]) {
        expect(expectedScore(byPlaces(shape), gradientOf)).toBeLessThanOrEqual(1e-12);
      }
      expect(partition()(byPlaces(shape)(items)).some((g) => Math.abs(g) > 0.1)).toBe(true);
    },
  );

  test("the expected gradient is not zero if all users compare the same items, since the tiers then depend on the outcome", () => {
    expect(expectedScore(byItems(neighbors), partition())).toBeGreaterThan(0.01);
  });
});

test("a fit to graphs of fixed pairs of items is biased, but a fit to the individual pairs is not", () => {
  const scores = [-1, -0.5, 0, 0.5, 1];
  const rankings = permutations(items);
  const weights = rankings.map((ranking) => rankingProbability(scores, ranking));
  const graphs = rankings.map(byItems(neighbors));
  const whole = fitFromGraphs(graphs, { items: 5, weights, interval: false });
  expect(Array.from(whole.utilities, (w) => w.toFixed(2)).join(" ")).toBe("-0.99 -1.19 -0.13 1.28 1.03");
  const alone = graphs.flatMap((graph) => graph.edges.map((edge) => ({ items, edges: [edge] })));
  const single = fitFromGraphs(alone, {
    items: 5,
    weights: weights.flatMap((p) => [p, p, p, p]),
    interval: false,
  });
  for (const [i, w] of single.utilities.entries()) expect(Math.abs(w - scores[i])).toBeLessThanOrEqual(1e-6);
});
