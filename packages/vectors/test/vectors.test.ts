// Checks the packages of Tierwise against the vectors.
import { davidson, fitBattles, fitUtilities } from "@tierwise/aggregate";
import { logLikelihoodGradient } from "@tierwise/core-integrator";
import { createLoss } from "@tierwise/losses";
import { createEvaluator, createGradedEvaluator, inversePropensity } from "@tierwise/metrics";
import { expectedRanks, inclusionProbabilities, rankProbabilities } from "@tierwise/race";
import { expect, test } from "vitest";
import { type LossVectorName, readVectors } from "../src/index.ts";

/** The largest difference between actual and expected values, relative to the expected value if its magnitude is above 1. */
function distance(actual: ArrayLike<number>, expected: readonly number[]): number {
  expect(actual.length).toBe(expected.length);
  return Math.max(...expected.map((value, i) => Math.abs(actual[i] - value) / Math.max(1, Math.abs(value))));
}

test.each(readVectors("likelihood").cases)(
  "the likelihood of $id agrees",
  ({ scores, logLikelihood, gradient, ...preference }) => {
    const result = logLikelihoodGradient(scores, preference);
    expect(distance([result.logLikelihood], [logLikelihood])).toBeLessThan(1e-12);
    expect(distance(result.gradient, gradient)).toBeLessThan(1e-12);
  },
);

test.each(readVectors("losses").cases)("the losses of $id agree", ({ scores, losses, ...preference }) => {
  for (const name of Object.keys(losses) as LossVectorName[]) {
    const { value, gradient } = losses[name];
    const actual = new Float64Array(scores.length);
    expect(distance([createLoss(name)(scores, preference, actual)], [value]), name).toBeLessThan(1e-12);
    expect(distance(actual, gradient), name).toBeLessThan(1e-12);
  }
});

test.each(readVectors("metrics").cases.binary)("the metrics of $id agree", (vector) => {
  const { ranking, relevant, labelCounts, trainingRows, k, precision, recall, ndcg, psp, psndcg } = vector;
  const evaluator = createEvaluator({ ks: [k], inversePropensity: inversePropensity(labelCounts, trainingRows) });
  evaluator.add(ranking, relevant);
  const result = evaluator.result();
  const actual = [result.precision[k], result.recall[k], result.ndcg[k], result.psp?.[k], result.psndcg?.[k]];
  expect(distance(actual.map(Number), [precision, recall, ndcg, psp, psndcg])).toBeLessThan(1e-14);
});

test.each(readVectors("metrics").cases.graded)("the graded metrics of $id agree", (vector) => {
  const { gradesInRankedOrder: grades, k, ndcgExponential, ndcgLinear, err, reciprocalRank, averagePrecision } = vector;
  const scores = grades.map((_, place) => -place);
  const [exponential, linear] = (["exponential", "linear"] as const).map((gain) => {
    const evaluator = createGradedEvaluator({ ks: [k], gain });
    evaluator.add(scores, grades);
    return evaluator.result();
  });
  const actual = [exponential.ndcg[k], linear.ndcg[k], exponential.err[k], exponential.mrr, exponential.map];
  const expected = [ndcgExponential, ndcgLinear, err, reciprocalRank, averagePrecision];
  expect(distance(actual, expected)).toBeLessThan(1e-14);
});

test.each(readVectors("aggregation").cases.votes)("the utilities of $id agree", (vector) => {
  const { items, votes, prior, utilities, standardErrors, neverBelow } = vector;
  const fit = fitUtilities(votes, { items, prior, weights: votes.map(({ weight }) => weight) });
  if (neverBelow !== undefined) {
    const [first] = neverBelow;
    const above =
      neverBelow.length === 1 ? `item ${first} is` : `${neverBelow.length} items, the first of them ${first}, are`;
    expect(fit.problem).toContain(`${above} never ranked below the others`);
    return;
  }
  expect(distance(fit.utilities, utilities ?? [])).toBeLessThan(1e-7);
  if (standardErrors) expect(distance(fit.standardErrors ?? [], standardErrors)).toBeLessThan(1e-7);
});

test.each(readVectors("aggregation").cases.davidson)("the fit with ties of $id agrees", (vector) => {
  const rows = vector.battles.flatMap(({ left, right, leftWins, rightWins, ties }) =>
    [leftWins, rightWins, ties].map((weight, outcome) => ({ left, right, weight, outcome })),
  );
  const fit = fitBattles(
    {
      itemNames: Array.from({ length: vector.items }, (_, item) => `item ${item}`),
      left: Int32Array.from(rows, ({ left }) => left),
      right: Int32Array.from(rows, ({ right }) => right),
      outcomes: Uint8Array.from(rows, ({ outcome }) => outcome),
      weights: Float64Array.from(rows, ({ weight }) => weight),
    },
    { ties: davidson() },
  );
  expect(distance(fit.utilities, vector.utilities)).toBeLessThan(1e-9);
  expect(distance([fit.ties.nu ?? Number.NaN], [vector.nu])).toBeLessThan(1e-9);
});

test.each(readVectors("rank-marginals").cases)("the rank marginals of $id agree", (vector) => {
  const { scores, k } = vector;
  const { probabilities } = rankProbabilities(scores, { k: scores.length });
  expect(distance(probabilities, vector.rankProbabilities.flat())).toBeLessThan(1e-12);
  expect(distance(inclusionProbabilities(scores, { k }).probabilities, vector.inclusionProbabilities)).toBeLessThan(
    1e-12,
  );
  expect(distance(expectedRanks(scores), vector.expectedRanks)).toBeLessThan(1e-12);
});
