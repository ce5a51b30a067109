import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  boostedTrees,
  type DocumentLists,
  documents,
  generateDocuments,
  loadDocumentModel,
  loadTwoTowerModel,
  parseItems,
  saveDocumentModel,
  saveTwoTowerModel,
  trainDocuments,
  trainTwoTower,
  twoTower,
} from "@tierwise/documents";
import { createServer, type ModelServer } from "@tierwise/serve";
import { temporaryFolder } from "@tierwise/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "./ask.ts";

const folder = temporaryFolder();
const { lists } = generateDocuments({ lists: 20, documents: 12, features: 4, seed: 3 });
const featureNames = ["match", "clicks", "age", "constructor"];
const path = (name: string): string => join(folder, name);
let server: ModelServer;
let address: string;

/** Trains on the lists and saves the model. */
async function train(name: string, data: DocumentLists, seed = 1): Promise<void> {
  const scorer = name === "trees" ? boostedTrees({ trees: 5, leaves: 4 }) : documents({ hidden: [8], epochs: 3 });
  const model = await trainDocuments(data, { scorer, validation: 0, threads: 1, seed });
  await saveDocumentModel(model, path(name));
}

/** The lists as a request, with features by name or by position; every second document has an id. */
function asked(named: boolean, from = 0, to = 20) {
  const { offsets, features } = lists;
  return Array.from({ length: to - from }, (_, l) => ({
    documents: Array.from({ length: offsets[from + l + 1] - offsets[from + l] }, (_, d) => {
      const values = Array.from(features.subarray(4 * (offsets[from + l] + d), 4 * (offsets[from + l] + d + 1)));
      // The features are reversed, so that their order differs from the model's.
      const byName = Object.fromEntries(values.map((value, f) => [featureNames[f], value]).reverse());
      return { ...(d % 2 === 0 && { id: d % 4 === 0 ? d : `d "${d}"` }), features: named ? byName : values };
    }),
  }));
}

beforeAll(async () => {
  await train("trees", { ...lists, featureNames });
  await train("network", lists);
  const items = parseItems("id,kind\na,tea\nb,coffee\nc,tea\n");
  const features = { indptr: Int32Array.of(0, 1, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(1, 1) };
  const labels = { indptr: Int32Array.of(0, 1, 2), indices: Int32Array.of(1, 0) };
  const scorer = twoTower({ dimensions: 4, epochs: 5 });
  const vocabulary = { featureNames: ["likes a", "likes b"], featureItems: [0, 1] };
  const towers = await trainTwoTower({ features, labels }, items, { scorer, validation: 0, threads: 1, ...vocabulary });
  await saveTwoTowerModel(towers, path("towers"));
  const object = { name: "object", model: await loadDocumentModel(path("network")) };
  const models = [path("trees"), path("network"), path("towers"), object];
  server = await createServer({ models, maxDocuments: lists.grades.length, pollMilliseconds: 0 });
  address = `${await server.listen({ port: 0 })}/v1/models`;
});
afterAll(() => server.close());

test.each([
  ["trees", true],
  ["trees", false],
  ["network", false],
  ["object", false],
])("rankings by model %s are bit-identical to the library's (features by name: %s)", async (name, named) => {
  const model = await loadDocumentModel(path(name === "object" ? "network" : name));
  const { offsets, documents: ranked, scores } = model.rank(lists, { k: 5 });
  const requests = asked(named);
  const together = await ask(`${address}/${name}/rank`, { lists: requests, k: 5 });
  const alone = await Promise.all(requests.map((one) => ask(`${address}/${name}/rank`, { lists: [one], k: 5 })));
  const expected = requests.map(({ documents }, l) => ({
    documents: Array.from(ranked.subarray(offsets[l], offsets[l + 1]), (position, i) => {
      const { id } = documents[position];
      return { ...(id !== undefined && { id }), position, score: scores[offsets[l] + i] };
    }),
  }));
  expect(together.body).toEqual({
    model: name,
    version: server.models().find((m) => m.name === name)?.version,
    lists: expected,
  });
  expect(alone.map(({ body }) => body.lists[0])).toEqual(expected);
});

test("requests with a different k, and with fewer documents than k, do not affect each other", async () => {
  const [list] = asked(true, 0, 1);
  const sizes = await Promise.all(
    [{ k: 1 }, {}, { k: 1000 }].map((more) => ask(`${address}/trees/rank`, { lists: [list], ...more })),
  );
  expect(sizes.map(({ body }) => body.lists[0].documents.length)).toEqual([1, 10, list.documents.length]);
});

test("models are described, and a two-tower model ranks items for rows", async () => {
  expect(server.models()).toMatchObject([
    { name: "trees", kind: "documents", items: 0, features: 4, featureNames: true },
    { name: "network", kind: "documents", featureNames: false },
    { name: "towers", kind: "two-tower", items: 3, itemNames: true, features: 2 },
    { name: "object", kind: "documents", version: "1" },
  ]);
  expect((await ask(`${address}/trees`)).body).toMatchObject({ kind: "documents" });
  const row = { indptr: Int32Array.of(0, 1), indices: Int32Array.of(1), values: Float32Array.of(1) };
  const { items, scores } = await (await loadTwoTowerModel(path("towers"))).rank(row, { k: 3 });
  const expected = Array.from(items, (item, i) => ({ item, name: "abc"[item], score: scores[i] }));
  const rows = [{ features: { "likes b": 1, "likes x": 1 } }];
  const { body } = await ask(`${address}/towers/rank`, { rows });
  expect(body.rows).toEqual([{ items: expected, unknownFeatures: 1 }]);
  const fresh = await ask(`${address}/towers/rank`, { rows, newOnly: true });
  expect(fresh.body.rows[0].items).toEqual(expected.filter(({ name }) => name !== "b"));
});

const one = (features: unknown, more = {}) => ({ lists: [{ documents: [{ features, ...more }] }] });
const all = { match: 1, clicks: 2, age: 3, constructor: 4 };
test.each<[string, string, unknown]>([
  ["trees", "lists is missing; expected at least one list of documents", {}],
  [
    "trees",
    "the body has rows, which does not apply to a document model; expected lists",
    { rows: [{ features: {} }] },
  ],
  [
    "trees",
    "the body has exclude, which does not apply to a document model; expected lists",
    { ...one(all), exclude: [1] },
  ],
  ["towers", "the body has lists, which only apply to a document model; expected rows", one(all)],
  ["trees", "lists is empty; expected at least 1 entry", { lists: [] }],
  ["trees", "lists[0].documents is empty; expected at least 1 entry", { lists: [{ documents: [] }] }],
  ["trees", 'lists[0].documents[0] lacks "features"', { lists: [{ documents: [{}] }] }],
  [
    "trees",
    'lists[0].documents[0].features lacks "age"; expected a value for each of the 4 features',
    one({ ...all, age: undefined }),
  ],
  [
    "trees",
    'lists[0].documents[0].features has the unknown feature "toString"; expected "match", "clicks", "age", "constructor"',
    one({ ...all, toString: 1 }),
  ],
  ["trees", "lists[0].documents[0].features.age is null; expected a number", one({ ...all, age: null })],
  [
    "trees",
    'lists[0].documents[0].features["age"] is 1e+39; expected a number of at most 3.4e38 in absolute value',
    one({ ...all, age: 1e39 }),
  ],
  ["trees", "lists[0].documents[0].features has length 3; expected 4, one per feature", one([1, 2, 3])],
  [
    "trees",
    "lists[0].documents[0].features[1] is Infinity; expected a number",
    JSON.stringify(one([1, 2, 3, 4])).replace("2", "1e999"),
  ],
  ["trees", "lists[0].documents[0].features is 7; expected an object of numbers, or an array of numbers", one(7)],
  ["trees", "lists[0].documents[0].id is true; expected a string or an integer", one(all, { id: true })],
  [
    "network",
    "lists[0].documents[0].features is an object; expected an array of 4 numbers, because the model has no feature names",
    one(all),
  ],
])("%s answers: %s", async (name, message, body) => {
  const answer = await ask(`${address}/${name}/rank`, body);
  expect([answer.status, answer.body]).toEqual([400, { error: { code: "invalid_request", message } }]);
});

test("the server limits lists and documents per request, and reports scores that overflow", async () => {
  const [list] = asked(true, 0, 1);
  const huge = [{ documents: [{ features: [3e38, 3e38, 3e38, 3e38] }, { features: [0, 0, 0, 0] }] }];
  const count = lists.grades.length;
  const answers = [
    await ask(`${address}/trees/rank`, { lists: [...asked(true), list] }),
    await ask(`${address}/trees/rank`, { lists: Array(257).fill({ documents: list.documents.slice(0, 1) }) }),
    await ask(`${address}/network/rank`, { lists: huge }),
    await ask(`${address}/trees/win-probability?item=a&against=b`),
    await ask(`${address}/trees/rank`),
  ];
  expect(answers.map(({ status, body }) => [status, body.error?.message])).toEqual([
    [413, `lists has ${count + list.documents.length} documents; expected at most ${count} per request`],
    [413, "lists has length 257; expected at most 256 per request"],
    [400, "the features are so large that scores overflow; expected smaller values"],
    [400, "model trees ranks lists of documents; win probabilities need a fitted ranking"],
    [400, "lists is missing; expected at least one list of documents"],
  ]);
});

test("a new version of a document model is loaded, even if the kind of model changes", async () => {
  await train("changing", lists);
  const own = await createServer({ models: [path("changing")], pollMilliseconds: 0 });
  const place = `${await own.listen({ port: 0 })}/v1/models/changing/rank`;
  const scoresOf = async () =>
    (await ask(place, { lists: asked(false, 0, 1), k: 1000 })).body.lists[0].documents.map(({ score }) => score);
  const [{ version }] = own.models();
  const before = await scoresOf();
  await train("changing", lists, 2);
  await own.reload();
  const model = await loadDocumentModel(path("changing"));
  const after = Array.from(model.rank(lists).scores.subarray(0, lists.offsets[1]));
  expect(own.models()[0].version).not.toBe(version);
  expect(await scoresOf()).toEqual(after);
  expect(after).not.toEqual(before);
  rmSync(join(path("changing"), "documents.json"));
  copyFileSync(join(path("towers"), "two-tower.bin"), join(path("changing"), "two-tower.bin"));
  await own.reload();
  expect(own.models()).toMatchObject([{ kind: "two-tower", version: server.models()[2].version }]);
  await own.close();
});
