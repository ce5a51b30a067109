import type { AutoSettings } from "../model/auto-report.ts";
import { defaultHidden, presets } from "../training/settings.ts";
import { createTransform } from "../transforms/catalog.ts";
import type { AutoOptions } from "./auto-options.ts";
import type { FeatureSummary } from "./feature-kind.ts";

/** The sizes of training data. */
export interface DataSizes {
  /** The number of rows. */
  readonly rowCount: number;
  /** D, the number of features. */
  readonly featureCount: number;
  /** N, the number of items. */
  readonly itemCount: number;
}

/**
 * The candidates of the search, most promising first: the most promising list of transforms with the default settings and with more
 * dropout, then the other lists. Larger learning rates are not tried, because they are better in short trials but worse in long ones. Given
 * settings are kept, so some candidates may coincide; each is listed once.
 */
export function candidates(summary: FeatureSummary, sizes: DataSizes, given: AutoOptions): AutoSettings[] {
  const { learningRates, batchSize, inputDropout, hiddenDropout } = presets.default;
  const lists = given.transforms
    ? [given.transforms.map((choice) => createTransform(choice).spec)]
    : summary.transforms.map((list) => [...list]);
  const usual = { learningRate: learningRates[0], batchSize, inputDropout, hiddenDropout };
  const variants = [usual, { ...usual, inputDropout: 0.4, hiddenDropout: 0.7 }];
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

/** The maximum number of weights, 256 MB, of an ensemble whose size the search chooses. */
const mostWeights = 2 ** 26;

/** The number of rankers to average: 3, or fewer if they would need more than 256 MB. */
export function memberCount({ featureCount, itemCount }: DataSizes, hidden: number): number {
  return Math.max(1, Math.min(3, Math.floor(mostWeights / ((featureCount + itemCount) * hidden))));
}
