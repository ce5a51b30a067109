import type { LabeledRows } from "@tierwise/data";
import { select } from "@tierwise/datasets-xml";
import { evaluate, type Model } from "@tierwise/metrics";
import { fitTransforms, seenItems, summarizeFeatures, type TransformSpec, transformRows } from "@tierwise/ranker";
import { trainLinearRanking, trainLogistic, trainNeighbors } from "@tierwise/xml-baselines";
import { holdOut, type StudyData } from "../data/study-data.ts";
import type { PlainMethod } from "../methods/method-names.ts";
import type { CellContext } from "../study/study.ts";
import { rankingContext } from "./ranking-context.ts";

/** The settings that the search of a method tries, with the one to start from first. */
const grids = {
  logistic: [{ cost: 1 }, { cost: 0.1 }, { cost: 10 }, { cost: 100 }],
  "linear-ranking": [
    { learningRate: 0.1 },
    { learningRate: 0.03 },
    { learningRate: 0.3 },
    { learningRate: 0.1, epochs: 30 },
  ],
  neighbors: [
    { neighbors: 30, power: 2 },
    { neighbors: 10, power: 2 },
    { neighbors: 100, power: 2 },
    { neighbors: 30, power: 5 },
    { neighbors: 100, power: 5 },
  ],
} as const satisfies Record<PlainMethod, readonly object[]>;

/** What a search of a baseline is given. */
interface BaselinePlan {
  readonly method: PlainMethod;
  readonly seed: number;
  readonly seen?: "exclude" | "include";
}

/** The criterion of the search, the same as that of rankers. */
const k = 5;

/**
 * Trains a baseline as a careful user would: chooses transforms of the features and then its setting by nDCG@5 on validation rows, a fifth
 * of the training rows unless the data have their own, and trains on all training rows with the choice.
 */
export async function searchBaseline(data: StudyData, plan: BaselinePlan, context: CellContext): Promise<Model> {
  const { method, seed } = plan;
  const { train } = data;
  const parts = train.numRows < 2 ? { rest: train, held: train } : holdOut(train, { share: 0.2, seed });
  const held = data.validation ?? (parts.held.numRows > 0 ? parts.held : select(train, Int32Array.of(0)));
  const rest = data.validation === undefined ? parts.rest : train;
  const exclude =
    plan.seen === "exclude" ? { exclude: seenItems({ featureItems: data.featureItems }, held.features) } : {};
  const rate = async (transforms: readonly TransformSpec[], setting: Setting): Promise<number> => {
    const model = await trainOnce(rest, method, transforms, setting, { seed, context });
    const { ndcg } = await evaluate(model, held, { ks: [k], ...exclude, ...rankingContext(context) });
    return ndcg[k];
  };
  const lists = summarizeFeatures(train.features, train.numFeatures).transforms;
  const settings: readonly Setting[] = grids[method];
  const transforms = await bestOf(lists, (list) => rate(list, settings[0]));
  const setting = await bestOf(settings, (one) => rate(transforms, one));
  return trainOnce(train, method, transforms, setting, { seed, context });
}

type Setting = (typeof grids)[PlainMethod][number];

/** The choice with the highest value; the first of equal ones. */
async function bestOf<T>(choices: readonly T[], rate: (choice: T) => Promise<number>): Promise<T> {
  let best = { choice: choices[0], value: Number.NEGATIVE_INFINITY };
  if (choices.length === 1) return best.choice;
  for (const choice of choices) {
    const value = await rate(choice);
    if (value > best.value) best = { choice, value };
  }
  return best.choice;
}

/** Trains a baseline with given settings; its features are transformed in training and prediction. */
async function trainOnce(
  rows: LabeledRows,
  method: PlainMethod,
  transforms: readonly TransformSpec[],
  setting: Setting,
  { seed, context }: { readonly seed: number; readonly context: CellContext },
): Promise<Model> {
  const { numFeatures } = rows;
  const fitted = fitTransforms(transforms, rows.features, numFeatures);
  const given = { ...rows, features: transformRows(fitted, rows.features, numFeatures) };
  const options = { ...setting, seed, ...(context.signal && { signal: context.signal }) };
  const model =
    method === "logistic"
      ? await trainLogistic(given, options)
      : method === "linear-ranking"
        ? await trainLinearRanking(given, options)
        : trainNeighbors(given, options);
  return {
    ...model,
    rank: (some, how) => model.rank(transformRows(fitted, some, numFeatures), how),
    scores: (some) => model.scores(transformRows(fitted, some, numFeatures)),
  };
}
