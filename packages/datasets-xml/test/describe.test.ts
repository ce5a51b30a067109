import { expect, test } from "vitest";
import { describe, labelCounts, rowPreference } from "../src/index.ts";
import { datasetOf } from "./fixture.ts";

const train = datasetOf("3 4 5\n0,3 0:1 1:1\n3 2:1\n 1:1\n");
const test_ = datasetOf("2 4 5\n0,1,4\n\n");

test("`describe` computes the statistics of Table 3 over training and test rows together", () => {
  expect(describe(train, test_)).toEqual({
    features: 4,
    labels: 5,
    train: 3,
    test: 2,
    samplesPerLabel: (3 + 3) / 5,
    labelsPerSample: (3 + 3) / (3 + 2),
    featuresPerSample: (4 + 0) / (3 + 2),
    samplesWithoutLabels: 1 + 1,
    samplesWithoutFeatures: 0 + 2,
    labelsWithoutSamples: 1,
  });
});

test("`describe` accepts a training set without a test set", () => {
  expect(describe(train)).toMatchObject({
    test: 0,
    samplesPerLabel: 3 / 5,
    labelsPerSample: 1,
    labelsWithoutSamples: 3,
  });
});

test("labelCounts counts the rows in which each label occurs", () => {
  expect(labelCounts(train)).toEqual(Int32Array.of(1, 0, 0, 2, 0));
});

test("the labels of a row form its top tier", () => {
  expect(rowPreference(train, 0)).toEqual({ tiers: [Int32Array.of(0, 3)] });
  expect(rowPreference(train, 2)).toEqual({ tiers: [] });
});
