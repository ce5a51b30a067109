import { join } from "node:path";
import { type DocumentLists, generateDocuments, readDocuments } from "@tierwise/documents";

/** The datasets of the studies on lists of documents. */
export const documentData = {
  /** LightGBM's example: 201 queries for training, 50 for testing, 301 features, grades 0 to 4. */
  lightgbm: async (): Promise<TrainAndTest> => {
    const root = process.env["TIERWISE_DATA"];
    if (!root) throw new Error("TIERWISE_DATA is not set; expected the directory of the real datasets");
    const train = await readDocuments(join(root, "lightgbm-lambdarank", "rank.train"));
    const { featureCount } = train;
    return { train, test: await readDocuments(join(root, "lightgbm-lambdarank", "rank.test"), { featureCount }) };
  },
  /** Generated lists that resemble web search, with known utilities. */
  generated: async (): Promise<TrainAndTest> => generated([0.01, 0.02, 0.13, 0.32]),
  /** The same lists with three grades, so that the upper two tiers contain about 18 and 24 of 60 documents. */
  "large-tiers": async (): Promise<TrainAndTest> => generated([0.3, 0.4]),
} as const;

export type DocumentDataName = keyof typeof documentData;

export interface TrainAndTest {
  readonly train: DocumentLists;
  readonly test: DocumentLists;
  /** The true utilities of the test documents, if they are known. */
  readonly truth?: Float64Array;
}

function generated(shares: readonly number[]): TrainAndTest {
  const size = { documents: 60, features: 136, shares };
  const { lists: train } = generateDocuments({ ...size, lists: 300, seed: 1 });
  const { lists: test, utilities } = generateDocuments({ ...size, lists: 300, seed: 2 });
  return { train, test, truth: utilities };
}

export interface SearchLists {
  readonly train: DocumentLists;
  readonly validation: DocumentLists;
  readonly test: DocumentLists;
}
