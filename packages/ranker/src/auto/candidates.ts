import type { AutoSettings } from "../model/auto-report.ts";
import { defaultHidden, presets } from "../training/settings.ts";
import { createTransform } from "../transforms/catalog.ts";
import type { AutoOptions } from "./auto-options.ts";
import { rowsPerStep } from "./budget.ts";
import type { FeatureSummary } from "./feature-kind.ts";

/** The sizes of training data. */
export interface DataSizes {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly itemCount: number;
}

/** With fewer rows than this, a network trained with a loss based on a softmax overfits in the default number of epochs. */
const fewRows = 10_000;
/** The fraction of hidden units to drop with few rows. */
const moreDropout = 0.75;
/** With at least this many entries per row on average, a row remains recognizable even if many of its entries are dropped. */
const manyEntries = 50;
/** The fraction of feature values to drop with few rows of many entries. */
const moreInputDropout = 0.3;
/** Losses that do not gain if more hidden units are dropped: the gradient of a pair vanishes as soon as its scores are far enough apart. */
const pairwise: readonly unknown[] = ["ranknet", "ranksvm"];
/** The minimum number of steps of a training run. */
const leastRunSteps = 250;

/** The maximum number of epochs of a training run. */
const mostEpochs = 100;
/** The maximum share of the budget that a longer training run may take. */
const mostOfBudget = 0.3;

/**
 * The number of epochs of a training run: the default or, with few rows, enough for 250 steps, limited to 100 epochs and 30% of the budget.
 */
export function suggestedEpochs(rowCount: number, budget: number): number {
  const { epochs } = presets.default;
  const enough = Math.ceil((leastRunSteps * rowsPerStep) / rowCount);
  const affordable = Math.floor((mostOfBudget * budget * rowsPerStep) / rowCount);
  return Math.max(epochs, Math.min(mostEpochs, enough, affordable));
}

/**
 * The candidates of the search, most promising first: lists of transforms with the suggested settings and, if `dropouts` is true, the most
 * promising list with the other dropout rate for hidden units. Short trials cannot judge dropout or larger learning rates, because settings
 * that learn quickly win them. Given settings are kept, so some candidates may coincide; each is listed once.
 */
export function candidates(
  summary: FeatureSummary,
  sizes: DataSizes,
  given: AutoOptions,
  { dropouts }: { readonly dropouts: boolean },
): AutoSettings[] {
  const { learningRates, batchSize, hiddenDropout } = presets.default;
  const lists = given.transforms
    ? [given.transforms.map((choice) => createTransform(choice).spec)]
    : summary.transforms.map((list) => [...list]);
  const few = sizes.rowCount < fewRows;
  const inputDropout =
    few && summary.density * sizes.featureCount >= manyEntries ? moreInputDropout : presets.default.inputDropout;
  const overfits = few && !pairwise.includes(lossName(given.loss));
  const shares = overfits ? [moreDropout, hiddenDropout] : [hiddenDropout, moreDropout];
  const usual = { learningRate: learningRates[0], batchSize, inputDropout, hiddenDropout: shares[0] };
  const variants = dropouts ? [usual, { ...usual, hiddenDropout: shares[1] }] : [usual];
  const fixed = {
    ...(given.learningRates && { learningRate: given.learningRates[0] }),
    ...(given.batchSize !== undefined && { batchSize: given.batchSize }),
    ...(given.inputDropout !== undefined && { inputDropout: given.inputDropout }),
    ...(given.hiddenDropout !== undefined && { hiddenDropout: given.hiddenDropout }),
  };
  const hidden = given.hidden ?? defaultHidden("default", sizes, given.batchSize);
  const all = lists.flatMap((transforms, i) =>
    (i === 0 ? variants : [usual]).map((variant): AutoSettings => ({ transforms, hidden, ...variant, ...fixed })),
  );
  return [...new Map(all.map((settings) => [JSON.stringify(settings), settings])).values()];
}

function lossName(loss: AutoOptions["loss"]): string | undefined {
  if (typeof loss === "string") return loss;
  return typeof loss === "function" ? loss.spec?.name : loss?.name;
}

/** The maximum number of weights of an ensemble whose size the search chooses; they take 256 MB. */
const mostWeights = 2 ** 26;

/** The number of rankers to average: 3, or fewer if they would need more than 256 MB. */
export function memberCount({ featureCount, itemCount }: DataSizes, hidden: number): number {
  return Math.max(1, Math.min(3, Math.floor(mostWeights / ((featureCount + itemCount) * hidden))));
}
