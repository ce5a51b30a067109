import type { LabeledRows } from "@tierwise/data";
import { select } from "@tierwise/datasets-xml";
import { evaluate, type Model } from "@tierwise/metrics";
import { fitTransforms, seenItems, summarizeFeatures, type TransformSpec, transformRows } from "@tierwise/ranker";
import {
  type SleecSettings,
  trainLeml,
  trainLinearRanking,
  trainLogistic,
  trainNeighbors,
  trainSleec,
} from "@tierwise/xml-baselines";
import { holdOut, type StudyData } from "../data/study-data.ts";
import type { EmbeddingMethod, PlainMethod } from "../methods/method-names.ts";
import type { CellContext } from "../study/study.ts";
import { rankingContext } from "./ranking-context.ts";

/** The settings that the search for each method tries, starting with the first. */
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
  // The defaults of trainSleec, tried after the settings that the authors of SLEEC chose for a dataset.
  sleec: [{}],
  leml: [{ lambda: 10 }, { lambda: 1 }],
} as const satisfies Record<SearchedMethod, readonly object[]>;

type SearchedMethod = EmbeddingMethod | PlainMethod;
/** One candidate of a search: settings of one method, from its grid. */
type Setting = (typeof grids)[SearchedMethod][number] | SleecSettings;

interface BaselinePlan {
  readonly method: SearchedMethod;
  readonly seed: number;
  /** The settings of SLEEC to start from. */
  readonly sleec?: SleecSettings;
  readonly seen?: "exclude" | "include";
}

/** The criterion of the search, the same as for rankers. */
const k = 5;

/**
 * Trains a baseline as a careful user would: chooses transforms of the features and then the setting by nDCG@5 on validation rows, and
 * trains on all training rows with these choices. The validation rows are a fifth of the training rows unless the data have their own.
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
  const settings: readonly Setting[] = [...(plan.sleec ? [plan.sleec] : []), ...grids[method]];
  const [transforms, value] = await bestOf(lists, (list) => rate(list, settings[0]));
  // The first setting is not tried again, because it has already been rated with the best transforms.
  const [setting] = await bestOf(settings, async (one) => (one === settings[0] ? value : rate(transforms, one)));
  return trainOnce(train, method, transforms, setting, { seed, context });
}

/** The choice with the highest value, and that value. If several choices have this value, the first of them is returned. */
async function bestOf<T>(
  choices: readonly T[],
  rate: (choice: T) => Promise<number>,
): Promise<readonly [choice: T, value: number]> {
  let best: readonly [T, number] = [choices[0], Number.NEGATIVE_INFINITY];
  for (const choice of choices) {
    const value = await rate(choice);
    if (value > best[1]) best = [choice, value];
  }
  return best;
}

/** Trains a baseline with given settings; its features are transformed in training and prediction. */
async function trainOnce(
  rows: LabeledRows,
  method: SearchedMethod,
  transforms: readonly TransformSpec[],
  setting: Setting,
  { seed, context }: { readonly seed: number; readonly context: CellContext },
): Promise<Model> {
  const { numFeatures } = rows;
  const fitted = fitTransforms(transforms, rows.features, numFeatures);
  const given = { ...rows, features: transformRows(fitted, rows.features, numFeatures) };
  const model = await trainers[method](given, { ...context, ...setting, seed });
  return {
    ...model,
    rank: (some, how) => model.rank(transformRows(fitted, some, numFeatures), how),
    scores: (some) => model.scores(transformRows(fitted, some, numFeatures)),
  };
}

const trainers: Readonly<Record<SearchedMethod, (rows: LabeledRows, options: BaselineOptions) => Promise<Model>>> = {
  logistic: trainLogistic,
  "linear-ranking": trainLinearRanking,
  neighbors: async (rows, options) => trainNeighbors(rows, options),
  sleec: trainSleec,
  leml: trainLeml,
};

type BaselineOptions = CellContext & Setting & { readonly seed: number };
