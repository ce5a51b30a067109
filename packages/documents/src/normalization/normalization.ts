import { type DocumentLists, documentCount } from "../lists/document-lists.ts";

/** How features are normalized: y = (t(x) − mean)/scale per feature, where t(x) is x or sign(x)·log(1 + |x|). */
export interface Normalization {
  /** 1 for each feature whose logarithm is taken, otherwise 0. */
  readonly log: Uint8Array;
  /** The mean of t(x) for each feature. */
  readonly means: Float64Array;
  /** The standard deviation of t(x) for each feature, or 1 if the feature is constant. */
  readonly scales: Float64Array;
}

/** Which features are replaced by their logarithm: none, all, or (`"auto"`) those that become less skewed. */
export type LogTransform = "all" | "auto" | "none";

/**
 * Fits the normalization of every feature to training lists. With `"auto"`, the logarithm is taken if it makes the feature less
 * skewed, as measured by the absolute third standardized moment.
 *
 * @param lists - The training lists.
 * @param log - Which features are replaced by sign(x)·log(1 + |x|). Default: `"auto"`.
 *
 * @example
 * ```ts
 * import { fitNormalization } from "@tierwise/documents";
 *
 * const features = Float32Array.of(0, 1, 1, 2, 2, 1, 1000, 2); // the first feature is skewed
 * const { log, means } = fitNormalization({ featureCount: 2, offsets: Int32Array.of(0, 4), features });
 * console.log(log.join(" "), means[1]); // 1 0 1.5
 * ```
 */
export function fitNormalization(
  lists: Pick<DocumentLists, "featureCount" | "features" | "offsets">,
  log: LogTransform = "auto",
): Normalization {
  const { featureCount } = lists;
  const plain = momentsOf(lists, (x) => x);
  const logged = momentsOf(lists, signedLog);
  const chosen = Uint8Array.from({ length: featureCount }, (_, f) =>
    log === "all" || (log === "auto" && Math.abs(logged.skewness[f]) < Math.abs(plain.skewness[f])) ? 1 : 0,
  );
  const pick = (name: "means" | "scales") =>
    Float64Array.from(chosen, (isLogged, f) => (isLogged === 1 ? logged : plain)[name][f]);
  return { log: chosen, means: pick("means"), scales: pick("scales") };
}

function signedLog(x: number): number {
  return Math.sign(x) * Math.log1p(Math.abs(x));
}

/** Computes the mean, standard deviation and skewness of every transformed feature in two passes. */
function momentsOf(
  { featureCount, features, offsets }: Pick<DocumentLists, "featureCount" | "features" | "offsets">,
  transform: (x: number) => number,
): { readonly means: Float64Array; readonly scales: Float64Array; readonly skewness: Float64Array } {
  const count = documentCount({ offsets });
  const means = new Float64Array(featureCount);
  for (let i = 0, at = 0; i < count; i++) for (let f = 0; f < featureCount; f++) means[f] += transform(features[at++]);
  for (let f = 0; f < featureCount; f++) means[f] /= count;
  const [squares, cubes] = [new Float64Array(featureCount), new Float64Array(featureCount)];
  for (let i = 0, at = 0; i < count; i++) {
    for (let f = 0; f < featureCount; f++) {
      const d = transform(features[at++]) - means[f];
      squares[f] += d * d;
      cubes[f] += d * d * d;
    }
  }
  const scales = squares.map((sum, f) => {
    const deviation = Math.sqrt(sum / count);
    if (deviation > 1e-7 * Math.abs(means[f])) return deviation;
    // A deviation below single precision is the rounding error of a constant feature, whose mean has the same error.
    means[f] = count > 0 ? transform(features[f]) : 0;
    return 1;
  });
  return { means, scales, skewness: cubes.map((sum, f) => sum / count / scales[f] ** 3) };
}
