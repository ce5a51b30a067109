import { gumbel, normal, type Random, randomStream } from "@tierwise/random";
import { type DocumentLists, sharedFloats } from "../lists/document-lists.ts";

/** Options for {@link generateDocuments}. */
export interface GenerateDocumentsOptions {
  /** The number of lists. Default: 1000. */
  readonly lists?: number;
  /** The mean number of documents per list; lengths are log-normal. Default: 120. */
  readonly documents?: number;
  /** F, the number of features, at least 4. Default: 136. */
  readonly features?: number;
  /** The fraction of documents with each grade, best grade first. Default: 1%, 2%, 13%, 32% for grades 4, 3, 2, 1; all others have grade 0. */
  readonly shares?: readonly number[];
  /** The scale of the utilities. With a larger scale, better documents get better grades more reliably. Default: 2. */
  readonly strength?: number;
  /** The seed. Default: 0. */
  readonly seed?: number;
}

/** Generated lists, with the utilities that determined their grades. */
export interface GeneratedDocuments {
  /** The lists. */
  readonly lists: DocumentLists;
  /** The true utility of each document, a function of its features. In expectation, no model can rank better than these utilities. */
  readonly utilities: Float64Array;
}

/** The number of latent qualities per document. Features that share a quality are correlated. */
const latents = 8;
/** The number of features of each kind that the utility depends on. */
const informative = 4;

/**
 * Generates lists that resemble web search datasets such as MSLR-WEB10K (10,000 lists of 120 documents with 136 features), with known
 * utilities. Features are of four kinds: bounded (like a normalized BM25), counts, heavy-tailed positive numbers, and flags. They are
 * correlated through latent qualities of the document, which are shifted in each list. The utility is a nonlinear function of some
 * features, with interactions. A Plackett-Luce ranking is drawn with these utilities and cut into grades at random places near the given
 * shares.
 *
 * @param options - Sizes, shares of grades, and the seed.
 *
 * @example
 * ```ts
 * import { generateDocuments } from "@tierwise/documents";
 *
 * const { lists, utilities } = generateDocuments({ lists: 100, documents: 30, features: 8, seed: 3 });
 * console.log(lists.offsets.length - 1, lists.featureCount, utilities.length === lists.grades.length); // 100 8 true
 * ```
 */
export function generateDocuments(options: GenerateDocumentsOptions = {}): GeneratedDocuments {
  const { lists = 1000, documents = 120, features: featureCount = 136, strength = 2, seed = 0 } = options;
  const { shares = [0.01, 0.02, 0.13, 0.32] } = options;
  for (const [name, value, least, expected] of [
    ["lists", lists, 1, "a positive integer"],
    ["documents", documents, 1, "a positive integer"],
    ["features", featureCount, 4, "an integer of at least 4"],
  ] as const) {
    if (!(Number.isInteger(value) && value >= least)) {
      throw new RangeError(`${name} is ${value}; expected ${expected}`);
    }
  }
  const sizes = randomStream(seed, 0);
  const offsets = new Int32Array(lists + 1);
  for (let l = 0; l < lists; l++) {
    offsets[l + 1] = offsets[l] + Math.max(1, Math.round(documents * Math.exp(0.5 * normal(sizes) - 0.125)));
  }
  const features = sharedFloats(offsets[lists] * featureCount);
  const utilities = new Float64Array(offsets[lists]);
  const grades = new Float32Array(offsets[lists]);
  for (let l = 0; l < lists; l++) {
    const random = randomStream(seed, 1, l);
    fillFeatures(features, featureCount, offsets[l], offsets[l + 1], random);
    for (let i = offsets[l]; i < offsets[l + 1]; i++)
      utilities[i] = strength * utilityOf(features, i * featureCount, featureCount);
    fillGrades(grades, utilities, offsets[l], offsets[l + 1], shares, random);
  }
  return { lists: { featureCount, offsets, features, grades }, utilities };
}

function fillFeatures(features: Float32Array, featureCount: number, from: number, to: number, random: Random): void {
  const shifts = Float64Array.from({ length: latents }, () => 0.5 * normal(random));
  const quality = new Float64Array(latents);
  for (let i = from; i < to; i++) {
    for (let q = 0; q < latents; q++) quality[q] = shifts[q] + normal(random);
    for (let f = 0, at = i * featureCount; f < featureCount; f++, at++) {
      // Half of the variance comes from the latent quality, half from uniform noise.
      const raw = Math.SQRT1_2 * (quality[f % latents] + (random() - 0.5) * Math.sqrt(12));
      features[at] = observed(f % 4, raw);
    }
  }
}

/** Converts a latent value with a variance of about 1 to the observed feature. */
function observed(kind: number, raw: number): number {
  if (kind === 0) return 1 / (1 + Math.exp(-raw));
  if (kind === 1) return Math.floor(Math.exp(1 + raw));
  if (kind === 2) return Math.exp(2 * raw);
  return raw > 0.8 ? 1 : 0;
}

/** The utility of a document, computed from the first `informative` features of each kind. */
function utilityOf(features: Float32Array, at: number, featureCount: number): number {
  let sum = 0;
  for (let f = 0; f < Math.min(featureCount, 4 * informative); f += 4) {
    const sign = f % 8 === 0 ? 1 : -0.5;
    const bounded = features[at + f] - 0.5;
    sum += sign * 2 * bounded;
    if (f + 1 < featureCount) sum += 0.4 * Math.log1p(features[at + f + 1]);
    if (f + 2 < featureCount) sum += Math.max(0, 0.25 * Math.log(features[at + f + 2])) * (bounded > 0 ? 1.5 : 0.5);
    if (f + 3 < featureCount) sum += sign * 0.6 * features[at + f + 3];
  }
  return sum / 2;
}

/** Ranks the documents by utility plus Gumbel noise, which gives a Plackett-Luce ranking, and cuts the ranking into grades. */
function fillGrades(
  grades: Float32Array,
  utilities: Float64Array,
  from: number,
  to: number,
  shares: readonly number[],
  random: Random,
): void {
  const noisy = Float64Array.from({ length: to - from }, (_, i) => utilities[from + i] + gumbel(random));
  const order = Int32Array.from({ length: to - from }, (_, i) => i).sort((i, j) => noisy[j] - noisy[i]);
  let place = 0;
  for (const [k, share] of shares.entries()) {
    // The size of each tier varies from list to list by a random factor around 1, and is randomly rounded up or down.
    const size = Math.floor(share * (to - from) * Math.exp(0.5 * normal(random) - 0.125) + random());
    for (let end = Math.min(order.length, place + size); place < end; place++)
      grades[from + order[place]] = shares.length - k;
  }
}
