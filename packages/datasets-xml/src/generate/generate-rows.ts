import { poisson, type Random, randomStream } from "@tierwise/random";
import type { XmlRow } from "../xml-format/format-xml.ts";
import type { GenerateSettings } from "./generate-options.ts";
import type { Model } from "./ground-truth.ts";
import { cumulative, drawFrom } from "./long-tail.ts";

/** The fractions of a row's features drawn from its two topics; the rest come from groups unrelated to labels. */
const FIRST_TOPIC = 0.5;
const SECOND_TOPIC = 0.2;

/** The maximum number of draws per requested feature or label. If they give too few distinct features or labels, the row has fewer. */
const PATIENCE = 64;

/** Generates the rows `firstRow` … `firstRow + rows − 1`, one at a time. Each row is independent of the others. */
export function* generateRows(settings: GenerateSettings, model: Model): Generator<XmlRow> {
  const { rows, firstRow, seed } = settings;
  const drawFeatures = createFeatureDraw(settings, model);
  const drawLabels = createLabelDraw(settings, model);
  for (let row = firstRow; row < firstRow + rows; row++) {
    const random = randomStream(seed, row);
    const indices = drawFeatures(random);
    const values = Float32Array.from(indices, () => (settings.values === "real" ? Math.ceil(random() * 1e6) / 1e6 : 1));
    yield { labels: drawLabels(indices, values, random), indices, values };
  }
}

function createFeatureDraw({ features, featuresPerRow }: GenerateSettings, model: Model) {
  const { featureGroups, truth } = model;
  const draw = createDistinctDraw(features);
  return (random: Random): Int32Array => {
    const topic = (): number => Math.floor(random() * truth.numTopics);
    const first = topic();
    const second = topic();
    const unrelated = featureGroups.count - truth.numTopics;
    const group = (): number => {
      const u = random();
      if (u < FIRST_TOPIC || unrelated === 0) return first;
      return u < FIRST_TOPIC + SECOND_TOPIC ? second : truth.numTopics + Math.floor(random() * unrelated);
    };
    return draw(poisson(featuresPerRow, random), () => featureGroups.draw(group(), random));
  };
}

/**
 * Samples the top labels of a Plackett-Luce ranking exactly. Labels are drawn one after another in proportion to e^w, and repeated labels
 * are rejected, so each accepted label follows the model's distribution over the remaining labels. Each draw picks a topic in proportion to
 * its mass times the exponential of its score, and then a label of the topic in proportion to popularity. A row with L of N labels and T
 * topics takes O(T + L log N) time; perturbing every score would take O(N).
 */
function createLabelDraw({ labels, labelsPerRow }: GenerateSettings, { labelTopics, topicScores }: Model) {
  const draw = createDistinctDraw(labels);
  const scores = new Float64Array(labelTopics.count);
  return (indices: Int32Array, values: Float32Array, random: Random): Int32Array => {
    topicScores(indices, values, scores);
    const sums = cumulative(scores.map((score, topic) => labelTopics.mass[topic] * Math.exp(score)));
    const topic = (): number => drawFrom(sums, 0, sums.length, random);
    return draw(poisson(labelsPerRow, random), () => labelTopics.draw(topic(), random));
  };
}

/** Draws distinct features or labels, at most half of all, and sorts them in ascending order. */
function createDistinctDraw(members: number): (count: number, next: () => number) => Int32Array {
  const drawnIn = new Int32Array(members);
  let round = 0;
  return (count, next) => {
    round++;
    const drawn: number[] = [];
    const most = Math.min(count, Math.ceil(members / 2));
    for (let attempt = 0; drawn.length < most && attempt < PATIENCE * most; attempt++) {
      const member = next();
      if (drawnIn[member] === round) continue;
      drawnIn[member] = round;
      drawn.push(member);
    }
    return Int32Array.from(drawn).sort();
  };
}
