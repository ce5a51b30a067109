import { randomStream } from "@tierwise/random";
import type { GenerateSettings } from "./generate-options.ts";
import { createTopics, type Topics } from "./topics.ts";

/**
 * The Plackett-Luce model that generated labels are drawn from. Label l belongs to topic t(l); a feature belongs to at most one
 * topic. The score of label l for a row x is
 *
 *     w_l(x) = b_l + β · share_{t(l)}(x),     share_t(x) = Σ_{f ∈ t} |x_f| / Σ_f |x_f|
 *
 * with the long-tailed popularity `b_l = −log(rank + labelsPerRow)` and `β = 2·log(4T)` for T topics. This is a bias plus the
 * inner product of the label's embedding (β at its topic, 0 elsewhere) and the pooled embedding of the row's features.
 */
export interface GroundTruth {
  /** T, the number of topics. */
  readonly numTopics: number;
  /** b, the popularity of each label: its score for a row without features. */
  readonly popularity: Float64Array;
  /** t(l), the topic of each label. */
  readonly topics: Int32Array;
  /**
   * The true scores w(x) of all labels for a row.
   *
   * @param indices - The features of the row.
   * @param values - Their values.
   */
  scores(indices: ArrayLike<number>, values: ArrayLike<number>): Float64Array;
}

/** The true model, and the tables that are needed to draw labels from it. */
export interface Model {
  readonly truth: GroundTruth;
  readonly labelTopics: Topics;
  /** Groups of features: the first T are topics, the others are unrelated to labels. */
  readonly featureGroups: Topics;
  /** Writes β · share_t(x) for every topic t to `out`, given the features and values of a row x. */
  topicScores(indices: ArrayLike<number>, values: ArrayLike<number>, out: Float64Array): void;
}

const MOST_TOPICS = 512;

/** Creates the model for the given settings; it does not depend on `rows` and `firstRow`. */
export function createModel({ features, labels, labelsPerRow, featuresPerRow, seed }: GenerateSettings): Model {
  // A topic has about four times as many labels as a row. A group, related to labels or not, has about as many features as a row.
  const room = Math.floor(Math.min(labels / (4 * labelsPerRow), (0.75 * features) / featuresPerRow, MOST_TOPICS));
  const numTopics = Math.max(1, room);
  const unrelatedGroups = Math.ceil(numTopics / 3);
  const labelTopics = createTopics(labels, numTopics, labelsPerRow, randomStream(seed, -1));
  const groups = Math.min(features, numTopics + unrelatedGroups);
  const featureGroups = createTopics(features, groups, featuresPerRow, randomStream(seed, -2));
  const strength = 2 * Math.log(4 * numTopics);

  function topicScores(indices: ArrayLike<number>, values: ArrayLike<number>, out: Float64Array): void {
    out.fill(0);
    let total = 0;
    for (let k = 0; k < indices.length; k++) {
      const size = Math.abs(values[k]);
      const group = featureGroups.groupOf[indices[k]];
      if (group < numTopics) out[group] += size;
      total += size;
    }
    if (total > 0) for (let topic = 0; topic < numTopics; topic++) out[topic] *= strength / total;
  }

  const { logPopularity: popularity, groupOf: topics } = labelTopics;
  return {
    labelTopics,
    featureGroups,
    topicScores,
    truth: {
      numTopics,
      popularity,
      topics,
      scores(indices, values) {
        const ofTopic = new Float64Array(numTopics);
        topicScores(indices, values, ofTopic);
        return popularity.map((bias, label) => bias + ofTopic[topics[label]]);
      },
    },
  };
}
