import {
  type AttentionOptions,
  type DocumentLists,
  documents,
  evaluateDocuments,
  generateDocuments,
  splitLists,
  trainDocuments,
} from "@tierwise/documents";
import { pairedTest } from "@tierwise/metrics";
import { randomStream } from "@tierwise/random";
import { documentData } from "./document-data.ts";

/** The share of lists that are held out; nDCG is measured on them. */
const validationShare = 0.3;

/** The datasets, of which only the training lists are used. */
const data: Readonly<Record<string, () => Promise<DocumentLists>>> = {
  lightgbm: async () => (await documentData.lightgbm()).train,
  generated: async () => (await documentData.generated()).train,
  topics: async () => listsWithTopics(),
};

/** The contenders: a network without attention, and networks with attention. */
const contenders: readonly (AttentionOptions | undefined)[] = [
  undefined,
  { heads: 1, size: 8 },
  { heads: 2, size: 16 },
];

/** Prints nDCG@5 and @10 of networks with and without attention on validation lists, averaged over the seeds. */
export async function compareContexts(names: readonly string[], seeds: readonly number[]): Promise<void> {
  process.stdout.write("data        attention    nDCG@5  nDCG@10  nDCG@10 minus none\n");
  for (const name of names) {
    if (!Object.hasOwn(data, name)) {
      throw new RangeError(`--data is ${name}; expected one of ${Object.keys(data).join(", ")}`);
    }
    const { train, validation } = splitLists(await data[name](), { validation: validationShare, seed: 1 });
    let without: Float64Array | undefined;
    for (const attention of contenders) {
      const figures = await figuresOf(train, validation, attention, seeds);
      without ??= figures[10];
      const { difference, interval } = pairedTest(figures[10], without);
      const margin = (interval[1] - interval[0]) / 2;
      const words = attention ? `${attention.heads} × ${attention.size}` : "none";
      const means = [5, 10].map((k) => percent(meanOf(figures[k as 5 | 10])).padStart(8));
      const compared = attention
        ? `  ${difference < 0 ? "−" : "+"}${percent(Math.abs(difference))} ± ${percent(margin)}`
        : "";
      process.stdout.write(`${name.padEnd(12)}${words.padEnd(11)}${means.join(" ")}${compared}\n`);
    }
  }
}

/** The mean over seeds of each list's nDCG. */
async function figuresOf(
  train: DocumentLists,
  validation: DocumentLists,
  attention: AttentionOptions | undefined,
  seeds: readonly number[],
): Promise<Record<5 | 10, Float64Array>> {
  const lists = validation.offsets.length - 1;
  const sums = { 5: new Float64Array(lists), 10: new Float64Array(lists) };
  for (const seed of seeds) {
    const scorer = documents({
      hidden: [32, 16],
      epochs: 60,
      learningRate: 0.003,
      ...(attention && { attention }),
    });
    const model = await trainDocuments(train, { scorer, validation, seed });
    const { ndcg } = evaluateDocuments(model, validation, { ks: [5, 10] }).lists();
    for (const k of [5, 10] as const) for (let l = 0; l < lists; l++) sums[k][l] += ndcg[k][l] / seeds.length;
  }
  return sums;
}

/** Generated lists in which only the documents of the most frequent of two topics are relevant; two further features indicate the topic. */
function listsWithTopics(): DocumentLists {
  const { lists } = generateDocuments({ lists: 300, documents: 40, features: 8, seed: 5 });
  const count = lists.grades.length;
  const featureCount = lists.featureCount + 2;
  const features = new Float32Array(count * featureCount);
  const grades = lists.grades.slice();
  for (let l = 0; l + 1 < lists.offsets.length; l++) {
    const random = randomStream(5, 2, l);
    const frequent = random() < 0.5 ? 0 : 1;
    for (let i = lists.offsets[l]; i < lists.offsets[l + 1]; i++) {
      const topic = random() < 0.65 ? frequent : 1 - frequent;
      features.set(lists.features.subarray(8 * i, 8 * i + 8), i * featureCount);
      features[i * featureCount + 8 + topic] = 1;
      if (topic !== frequent) grades[i] = 0;
    }
  }
  return { featureCount, offsets: lists.offsets, features, grades };
}

function meanOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}
