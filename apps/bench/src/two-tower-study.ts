// `pnpm --filter @tierwise/bench study:two-tower [--seeds 3] [--cuts 0.5,0.6,0.7,0.8] [--no-age] [--title-words 5] [--hidden 512]
// [--no-catalog]`: evaluates recommendations on MovieLens, split by time. A two-tower model ranks known items and items that nobody had
// rated before the cut; it is compared with the ranker's output layer, popularity and chance. The features of films are genres, the age
// when first rated, and optionally the words that occur in the titles of at least 5 known films. Reads the folder `movielens-latest-small`
// in TIERWISE_DATA.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Csr, recommenderRows, type UserRows, type ValuedCsr } from "@tierwise/data";
import { selectItems, type TwoTowerModel, type TwoTowerOptions, trainTwoTower, twoTower } from "@tierwise/documents";
import { createEvaluator, type Model, pairedTest, popularityModel } from "@tierwise/metrics";
import { randomPermutation, randomStream } from "@tierwise/random";
import { seenItems, trainRanker } from "@tierwise/ranker";
import type { FilmOptions } from "./two-tower-films.ts";
import { availableItems, liked, type Rows, splitByTime, type TimeSplit, testRows } from "./two-tower-split.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    cuts: { type: "string", default: "0.5,0.6,0.7,0.8" },
    threads: { type: "string", default: "1" },
    options: { type: "string", default: "{}" },
    catalog: { type: "boolean", default: true },
    age: { type: "boolean", default: true },
    "title-words": { type: "string", default: "0" },
    hidden: { type: "string", default: "512" },
  },
  allowNegative: true,
});
const folder = join(process.env["TIERWISE_DATA"] ?? "data", "movielens-latest-small");
const threads = Number(values.threads);
const films: FilmOptions = { age: values.age, leastWords: Number(values["title-words"]) };
const cuts = values.cuts.split(",").map(Number);

/** nDCG@10 of each user by method, for all periods together. */
const pooled = new Map<string, number[]>();
for (const cut of cuts) {
  const until = cut >= 0.8 ? 1 : Number((cut + 0.1).toFixed(2));
  const split = splitByTime(folder, cut, until, films);
  /** nDCG@10 of each user by method, averaged over seeds. */
  const sums = new Map<string, Float64Array>();
  for (let seed = 0; seed < Number(values.seeds); seed++) {
    for (const [name, users] of await measure(split, seed)) {
      sums.set(
        name,
        users.map((value, u) => value / Number(values.seeds) + (sums.get(name)?.[u] ?? 0)),
      );
    }
  }
  console.log(`ratings ${cut} to ${until}: ${split.itemTimes.size} known items, ${split.newItems.length} new items`);
  show(sums, "new items, ");
  show(sums, "known items, ");
  for (const [name, users] of sums) pooled.set(name, [...(pooled.get(name) ?? []), ...users]);
}
if (cuts.length > 1) {
  console.log("all periods");
  for (const group of ["new items, ", "known items, "]) {
    show(new Map(Array.from(pooled, ([name, users]) => [name, Float64Array.from(users)])), group);
  }
}

/** Prints the mean over users, and the difference from the two-tower model with its 95% interval over users. */
function show(sums: ReadonlyMap<string, Float64Array>, group: string): void {
  const towers = sums.get(`${group}two towers`) ?? new Float64Array(0);
  for (const [name, users] of sums) {
    if (!name.startsWith(group)) continue;
    const mean = users.reduce((sum, value) => sum + value, 0) / users.length;
    const { difference, interval } = pairedTest(towers, users);
    const versus =
      users === towers
        ? `${users.length} users`
        : `two towers better by ${percent(difference)} (${interval.map(percent).join(" … ")})`;
    console.log(`  ${name}: nDCG@10 ${percent(mean)}; ${versus}`);
  }
}

function percent(value: number): string {
  return (100 * value).toFixed(2);
}

/** nDCG@10 of each test user with the models of one seed. */
async function measure(split: TimeSplit, seed: number): Promise<[name: string, users: Float64Array][]> {
  const { train, vocabulary } = recommenderRows(split.train, { liked, testUsers: 0, seed });
  const { itemNames } = vocabulary;
  const tower = await trainTowers(split, train, vocabulary, seed);
  const known = testRows(split.users, itemNames, itemNames, ({ knownLiked }) => knownLiked);
  const fresh = testRows(split.users, itemNames, split.newItems, ({ newLiked }) => newLiked);
  const seen = tower.seenItems(known.features);
  const likes = counts(train.labels, itemNames.length);
  const draws = Array.from({ length: 20 }, (_, draw) => shuffled(split.newItems.length, 1000 * seed + draw));
  const chance = await Promise.all(draws.map((draw) => perUser(popularityModel(draw), fresh)));
  const results: [string, Float64Array][] = [
    ["new items, two towers", await perUser(tower.withItems(selectItems(split.items, split.newItems)), fresh)],
    [
      "new items, popularity of their genres",
      await perUser(popularityModel(genrePopularity(split, itemNames, likes)), fresh),
    ],
    ["new items, chance", chance[0].map((_, u) => chance.reduce((sum, draw) => sum + draw[u] / draws.length, 0))],
    ["known items, two towers", await perUser(tower, known, seen)],
    ["known items, popularity", await perUser(popularityModel(likes), known, seen)],
  ];
  if (values.catalog) {
    const options = { ...vocabulary, normalize: true, criterion: "ndcg@10", seen: "exclude", seed, threads } as const;
    const hidden = Number(values.hidden);
    const { ranker } = await trainRanker(train, { ...options, hidden });
    results.push(["known items, catalog (one output per item)", await perUser(ranker, known, seen)]);
  }
  for (const [name, users] of results) {
    console.error(`  ${name}: ${percent(users.reduce((sum, value) => sum + value, 0) / users.length)}`);
  }
  return results;
}

async function trainTowers(
  split: TimeSplit,
  train: UserRows,
  { itemNames, featureNames, featureItems }: ReturnType<typeof recommenderRows>["vocabulary"],
  seed: number,
): Promise<TwoTowerModel> {
  const seen = seenItems({ featureItems }, train.features);
  const candidates = availableItems(split, train.userNames, itemNames, seen);
  const scorer = twoTower(JSON.parse(values.options) as TwoTowerOptions);
  const options = { scorer, featureNames, featureItems, seed, threads };
  const model = await trainTwoTower({ ...train, candidates }, selectItems(split.items, itemNames), options);
  const { bestStep, history } = model;
  console.error(
    `seed ${seed}: epoch ${bestStep} of ${history.length}, validation ${percent(history[bestStep - 1].validation ?? 0)}`,
  );
  return model;
}

/** nDCG@10 of each row. */
async function perUser(model: Model, { features, labels }: Rows, exclude?: Csr): Promise<Float64Array> {
  const { k, items } = await model.rank(features, { k: 10, threads: 1, ...(exclude && { exclude }) });
  return Float64Array.from({ length: labels.indptr.length - 1 }, (_, row) => {
    const evaluator = createEvaluator({ ks: [10] });
    const ranking = items.subarray(row * k, (row + 1) * k).filter((item) => item >= 0);
    evaluator.add(ranking, labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]));
    return evaluator.result().ndcg[10];
  });
}

function counts({ indices }: Csr, itemCount: number): Float64Array {
  const sums = new Float64Array(itemCount);
  for (const item of indices) sums[item]++;
  return sums;
}

/** For each new item, the mean popularity of its genres, in millionths; the popularity of a genre is the mean number of likes of its known items. */
function genrePopularity({ items, newItems }: TimeSplit, known: readonly string[], likes: Float64Array): Float64Array {
  const [old, fresh] = [known, newItems].map((names): ValuedCsr => selectItems(items, names).features);
  const [sums, sizes] = [0, 1].map(() => new Float64Array(items.featureNames.length));
  for (let i = 0; i < known.length; i++) {
    for (let e = old.indptr[i]; e < old.indptr[i + 1]; e++) {
      sums[old.indices[e]] += likes[i];
      sizes[old.indices[e]]++;
    }
  }
  return Float64Array.from(newItems, (_, i) => {
    const own = fresh.indices
      .subarray(fresh.indptr[i], fresh.indptr[i + 1])
      .filter((f) => items.featureNames[f].startsWith("genres="));
    const mean = own.reduce((sum, f) => sum + sums[f] / Math.max(1, sizes[f]), 0) / Math.max(1, own.length);
    return Math.round(1e6 * mean);
  });
}

/** The numbers 1 to `count` in random order. */
function shuffled(count: number, seed: number): Float64Array {
  return Float64Array.from(randomPermutation(count, randomStream(seed, 5)), (i) => i + 1);
}
