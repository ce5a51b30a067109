import { createLoss, lossNames, plPartitionLoss, type RankingLoss, rowLoss } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import { boostedTrees, evaluateDocuments, gainImportance, generateDocuments, trainDocuments } from "../../src/index.ts";
import { packLists, viewList } from "../../src/lists/packed-lists.ts";
import { curvatureOf } from "../../src/objective/curvature.ts";
import { featureThresholds } from "../../src/trees/feature-bins.ts";
import { referenceTree } from "./reference-tree.ts";

/** The number of thresholds below x. */
const binOf = (thresholds: Float32Array, x: number): number => thresholds.filter((threshold) => threshold < x).length;

const { lists } = generateDocuments({ lists: 40, documents: 12, features: 6, seed: 4 });
const train = (options: object) => trainDocuments(lists, { validation: 0, threads: 1, ...options });

describe("a tree", () => {
  test("equals a reference tree that tries every split", async () => {
    // With so few documents, every value has a separate bin.
    const { lists } = generateDocuments({ lists: 20, documents: 10, features: 6, seed: 4 });
    expect(lists.grades.length).toBeLessThan(255);
    const options = { leaves: 8, ridge: 0.5, minDocuments: 5 };
    const scorer = boostedTrees({ trees: 1, learningRate: 1, minCurvature: 0, ...options });
    const model = await trainDocuments(lists, { scorer, validation: 0, threads: 1 });
    const packed = packLists(lists);
    const loss = createLoss("pl-partition");
    const scores = new Float64Array(lists.grades.length);
    const [gradient, curvature] = [scores.slice(), scores.slice()];
    for (let l = 0; l < packed.count; l++) {
      if (!viewList(packed, l)) continue;
      rowLoss(loss)(scores, packed.offsets[l], packed, l, gradient);
      curvatureOf(loss)(packed, l, scores, packed.offsets[l], gradient, 1, curvature);
    }
    const features = Array.from(gradient, (_, i) => Array.from(lists.features.subarray(6 * i, 6 * i + 6)));
    const expected = referenceTree({ features, gradient: [...gradient], curvature: [...curvature] }, options);
    expect(model.trees[0].values).toHaveLength(8);
    for (const [i, score] of model.scores(lists).entries()) expect(score, `document ${i}`).toBeCloseTo(expected[i], 7);
  });

  test("rejects lists whose features have different names", async () => {
    const named = { ...lists, featureNames: ["x", "y", "z", "u", "v", "w"] };
    const model = await trainDocuments(named, { scorer: boostedTrees({ trees: 2 }), validation: 0, threads: 1 });
    expect(() => model.scores({ ...lists, featureNames: ["y", "x", "z", "u", "v", "w"] })).toThrow(
      'featureNames[0] is "y"; expected "x", as in training',
    );
    expect(model.scores(lists)).toEqual(model.scores(named));
  });

  test("puts a value that equals a threshold into the bin below the threshold", () => {
    const values = {
      ...lists,
      featureCount: 1,
      offsets: Int32Array.of(0, 5),
      features: Float32Array.of(1, 3, 3, 7, 1),
    };
    const [thresholds] = featureThresholds(values, 255);
    expect(Array.from(thresholds)).toEqual([2, 5]);
    expect([0, 1, 2, 2.5, 5, 9].map((x) => binOf(thresholds, x))).toEqual([0, 0, 0, 1, 1, 2]);
  });

  test("bins of a continuous feature contain about the same number of documents, and a frequent value has its own bin", () => {
    const features = Float32Array.from({ length: 10_000 }, (_, i) => (i < 5000 ? 0 : i));
    const [thresholds] = featureThresholds(
      { ...lists, featureCount: 1, offsets: Int32Array.of(0, 10_000), features },
      16,
    );
    const counts = new Array(16).fill(0);
    for (const x of features) counts[binOf(thresholds, x)]++;
    expect(counts[0]).toBe(5000);
    for (const count of counts.slice(1)) expect(Math.abs(count - 5000 / 15)).toBeLessThan(40);
  });

  test("adjacent floats get different bins", () => {
    const next = Math.fround(1 + 2 ** -23);
    const features = Float32Array.of(1, next);
    const [thresholds] = featureThresholds({ ...lists, featureCount: 1, offsets: Int32Array.of(0, 2), features }, 255);
    expect([binOf(thresholds, 1), binOf(thresholds, next)]).toEqual([0, 1]);
  });
});

describe("training", () => {
  test.each(lossNames)("%s: the training loss decreases and the ranking improves", async (loss) => {
    const model = await train({ loss, scorer: boostedTrees({ trees: 30, leaves: 6, minDocuments: 5 }) });
    const { history } = model;
    expect(history[29].loss).toBeLessThan(0.95 * history[0].loss);
    const chance = evaluateDocuments({ scores: () => new Float64Array(lists.grades.length) }, lists).result();
    expect(evaluateDocuments(model, lists).result().ndcg[10]).toBeGreaterThan(chance.ndcg[10] + 0.05);
  });

  test("gives the same bytes on 1, 2 and 4 threads", async () => {
    const { lists: many } = generateDocuments({ lists: 300, documents: 80, features: 20, seed: 2 });
    const scorer = boostedTrees({ trees: 4, featureShare: 0.7, listShare: 0.8 });
    const [one, two, four] = await Promise.all(
      [1, 2, 4].map((threads) => trainDocuments(many, { scorer, threads, validation: 0.1 })),
    );
    expect(many.grades.length).toBeGreaterThan(20_000);
    expect(JSON.stringify(two)).toBe(JSON.stringify(one));
    expect(JSON.stringify(four)).toBe(JSON.stringify(one));
  });

  test("computes a loss without a spec on the calling thread", async () => {
    const likelihood = plPartitionLoss();
    const custom: RankingLoss = (scores, preference, gradient) => likelihood(scores, preference, gradient);
    const model = await train({ loss: custom, threads: 2, scorer: boostedTrees({ trees: 5 }) });
    expect(model.loss).toBeUndefined();
    expect(model.history[4].loss).toBeLessThan(model.history[0].loss);
  });

  test("ranks lists of 1 and 10,000 documents, and lists with a single grade", async () => {
    const count = 10_004;
    const grades = Float32Array.from({ length: count }, (_, i) => (i > 3 && i % 500 === 7 ? 2 : 0));
    const features = Float32Array.from({ length: count }, (_, i) => (i % 500 === 7 ? 1 : (i % 13) / 26));
    const extreme = { featureCount: 1, offsets: Int32Array.of(0, 1, 1, 4, count), grades, features };
    for (const loss of lossNames) {
      const model = await trainDocuments(extreme, {
        loss,
        validation: 0,
        threads: 1,
        scorer: boostedTrees({ trees: 3 }),
      });
      expect(evaluateDocuments(model, extreme, { ties: "worst" }).result().ndcg[10], loss).toBe(1);
    }
  });

  test("gives trees without splits if no list carries information", async () => {
    const flat = { ...lists, grades: new Float32Array(lists.grades.length).fill(1) };
    const model = await trainDocuments(flat, { validation: 0, threads: 1, scorer: boostedTrees({ trees: 2 }) });
    expect(model.trees.map(({ values }) => Array.from(values))).toEqual([[0], [0]]);
    expect(gainImportance(model).every((share) => share === 0)).toBe(true);
  });

  test("ignores a list with a weight of 0", async () => {
    const scorer = boostedTrees({ trees: 3, minDocuments: 1 });
    const weights = new Float64Array(40).fill(1);
    weights[7] = 0;
    const other = lists.grades.slice();
    other.fill(0, lists.offsets[7], lists.offsets[7] + 1);
    const one = await trainDocuments({ ...lists, weights }, { scorer, validation: 0, threads: 1 });
    const two = await trainDocuments({ ...lists, weights, grades: other }, { scorer, validation: 0, threads: 1 });
    expect(two.trees).toEqual(one.trees);
  });

  test("keeps the trees up to the best step, and stops training `patience` trees later", async () => {
    const model = await train({
      validation: 0.25,
      patience: 10,
      scorer: boostedTrees({ trees: 400, learningRate: 0.5 }),
    });
    const held = model.history.map(({ validation = 0 }) => validation);
    expect(held[model.bestStep - 1]).toBe(Math.max(...held));
    expect(model.trees).toHaveLength(model.bestStep);
    expect(model.history).toHaveLength(model.bestStep + 10);
  });

  test("rejects with the signal's reason if aborted", async () => {
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error("enough"));
    await expect(train({ signal: controller.signal, onProgress })).rejects.toThrow("enough");
  });

  test("gives a constant feature no importance; the importance of all features sums to 1", async () => {
    const features = lists.features.slice();
    for (let i = 5; i < features.length; i += 6) features[i] = 0;
    const model = await trainDocuments(
      { ...lists, features },
      { validation: 0, threads: 1, scorer: boostedTrees({ trees: 20 }) },
    );
    const shares = gainImportance(model);
    expect(shares[5]).toBe(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test.each([
    [() => boostedTrees({ leaves: 1 }), "leaves is 1; expected an integer from 2 to 4096"],
    [() => boostedTrees({ bins: 300 }), "bins is 300; expected an integer from 2 to 256"],
    [() => boostedTrees({ depth: 3 } as object), "depth is not an option of boostedTrees; expected trees, leaves"],
  ])("rejects invalid options of trees, case %#", (run, message) => {
    expect(run).toThrow(message);
  });

  test.each([
    [{ patience: 0 }, "patience is 0; expected a number of at least 1"],
    [{ criterion: "map", validation: 0.2 }, 'criterion is "map"; expected "loss" or "ndcg@10"'],
    [{ validation: 2 }, "validation is 2; expected a number between 0 and 1"],
    [{ validation: { ...lists, featureCount: 5 } }, "features.length is"],
  ])("rejects invalid options, case %#", async (options, message) => {
    await expect(train(options)).rejects.toThrow(message);
  });
});
