import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRanker, fitTransforms, loadModel, seenItems } from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";
import { createServer, type ModelServer } from "@tierwise/serve";
import { temporaryFolder } from "@tierwise/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "./ask.ts";
import { namedRanker, plainRanker, randomRows } from "./example-models.ts";

const folder = temporaryFolder();
const plain = plainRanker();
const named = namedRanker();
let server: ModelServer;
let address: string;

beforeAll(async () => {
  await plain.save(join(folder, "plain"));
  await named.save(join(folder, "named"));
  await exportModel(await loadModel(join(folder, "plain")), { tierwise: join(folder, "one-file.tierwise") });
  writeFileSync(join(folder, "votes.tsv"), "place\titem\tutility\n1\ttea\t1.5\n2\tmilk\t0.5\n3\tjuice\t-2\n");
  const paths = ["plain", "one-file.tierwise", "votes.tsv"].map((file) => join(folder, file));
  const models = [...paths, { path: join(folder, "named"), name: "by name" }, { name: "object", model: plain }];
  server = await createServer({ models, maxRankedItems: 1000, bodyLimit: 100_000 });
  address = `${await server.listen({ port: 0 })}/v1/models`;
});
afterAll(() => server.close());

test.each(["plain", "one-file", "object"])(
  "%s gives rankings that are bit-identical to the library's",
  async (name) => {
    const { csr, rows } = randomRows(100, 7);
    const { items, scores } = await plain.rank(csr, { k: 5 });
    const together = await ask(`${address}/${name}/rank`, { rows, k: 5 });
    const alone = await Promise.all(rows.map((row) => ask(`${address}/${name}/rank`, { rows: [row], k: 5 })));
    for (const found of [together.body.rows, alone.map(({ body }) => body.rows[0])]) {
      expect(found).toHaveLength(100);
      for (let row = 0; row < 100; row++) {
        const expected = Array.from(items.subarray(5 * row, 5 * row + 5), (item, place) => ({
          item,
          name: String(item),
          score: scores[5 * row + place],
        }));
        expect(found[row]).toEqual({ items: expected, unknownFeatures: 0 });
      }
    }
  },
);

test("a model with transforms, stored or exported, gives rankings that are bit-identical to the library's", async () => {
  const { csr, rows } = randomRows(40, 5);
  const transforms = fitTransforms(["log1p", "standardize", "unit-rows"], csr, 100);
  const ranker = createRanker({ features: 100, items: 30, hidden: 16, seed: 4, transforms });
  const place = join(folder, "transformed");
  await ranker.save(place);
  await exportModel(await loadModel(place), { tierwise: `${place}.tierwise` });
  const models = [
    { path: place, name: "stored" },
    { path: `${place}.tierwise`, name: "exported" },
  ];
  const own = await createServer({ models });
  const base = `${await own.listen({ port: 0 })}/v1/models`;
  const { items, scores } = await ranker.rank(csr, { k: 3 });
  for (const { name } of models) {
    const { body } = await ask(`${base}/${name}/rank`, { rows, k: 3 });
    const found = body.rows.flatMap((row: { items: { item: number; score: number }[] }) => row.items);
    expect(found.map(({ item }: { item: number }) => item)).toEqual([...items]);
    expect(found.map(({ score }: { score: number }) => score)).toEqual([...scores]);
  }
  await own.close();
});

test("answers are bit-identical with and without 256-bit vectors", async () => {
  const wide = await createServer({ models: [join(folder, "plain")], wide: true });
  const { rows } = randomRows(100, 7);
  const answers = [`${await wide.listen({ port: 0 })}/v1/models`, address].map((place) =>
    ask(`${place}/plain/rank`, { rows, k: 5 }),
  );
  const [one, other] = await Promise.all(answers);
  await wide.close();
  expect([one.status, one.text]).toEqual([200, other.text]);
});

test("requests with different k, candidates and exclusions do not affect each other", async () => {
  const { csr, rows } = randomRows(1, 3);
  const all = await plain.rank(csr, { k: 300 });
  const order = Array.from(all.items);
  const wanted = [
    { k: 1, expected: order.slice(0, 1) },
    { k: 300, expected: order },
    { k: 1e9, expected: order },
    { k: 20, expected: order.slice(0, 20) },
    { k: 3, exclude: order.slice(0, 2), expected: order.slice(2, 5) },
    { k: 2, candidates: [order[9], order[200], order[4]], expected: [order[4], order[9]] },
    { k: 9, candidates: [order[9], order[4]], exclude: [order[4]], expected: [order[9]] },
    { k: 9, candidates: [order[9]], exclude: [order[9]], expected: [] },
  ];
  const answers = await Promise.all(
    wanted.map(({ expected: _, ...options }) => ask(`${address}/plain/rank`, { rows, ...options })),
  );
  for (const [i, { body }] of answers.entries()) {
    expect(body.rows[0].items.map(({ item }: { item: number }) => item)).toEqual(wanted[i].expected);
  }
});

test("excluding nearly all items from many rows leaves only the remaining items", async () => {
  const { rows } = randomRows(250, 4);
  const exclude = Array.from({ length: 298 }, (_, item) => item);
  const { body } = await ask(`${address}/plain/rank`, { rows, k: 4, exclude });
  for (const { items } of body.rows) {
    expect(items.map(({ item }: { item: number }) => item).sort()).toEqual([298, 299]);
  }
});

test("features and items are looked up by name, in any order, and unknown features are counted", async () => {
  const rows = [
    { features: { "word 30": 0.5, "word 2": 2, "never seen": 1, constructor: 3 } },
    { indices: [30, 2], values: [0.5, 2], exclude: ["item 7"] },
  ];
  const { body } = await ask(`${address}/by%20name/rank`, { rows, k: 50, exclude: ["item 3", 4] });
  const csr = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(2, 30), values: Float32Array.of(2, 0.5) };
  const { items, scores } = await named.rank(csr, { k: 50 });
  const expected = Array.from(items, (item, i) => ({ item, name: `item ${item}`, score: scores[i] }));
  const without = (...gone: number[]) => expected.filter(({ item }) => !gone.includes(item));
  expect(body.rows).toEqual([
    { items: without(3, 4), unknownFeatures: 2 },
    { items: without(3, 4, 7), unknownFeatures: 0 },
  ]);
  expect([body.model, body.unknownFeatures]).toEqual(["by name", 2]);
});

test("newOnly excludes the items that the features refer to", async () => {
  const row = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(2, 30), values: Float32Array.of(1, 1) };
  const { items } = await named.rank(row, { k: 48, exclude: seenItems(named, row) });
  const { body } = await ask(`${address}/by%20name/rank`, { rows: [{ indices: [30, 2] }], k: 50, newOnly: true });
  expect(body.rows[0].items.map(({ item }: { item: number }) => item)).toEqual(Array.from(items));
});

test("a fitted ranking gives its order and the probability that one item beats another", async () => {
  const get = await ask(`${address}/votes/rank?k=2`);
  expect(get.body.rows[0].items).toEqual([
    { item: 0, name: "tea", score: 1.5 },
    { item: 1, name: "milk", score: 0.5 },
  ]);
  const post = await ask(`${address}/votes/rank`, { exclude: ["tea"] });
  expect(post.body.rows[0].items.map(({ name }: { name: string }) => name)).toEqual(["milk", "juice"]);
  const { body } = await ask(`${address}/votes/win-probability?item=tea&against=juice`);
  expect(body.probability).toBeCloseTo(1 / (1 + Math.exp(-3.5)), 15);
  const same = await ask(`${address}/votes/win-probability?item=tea&against=tea`);
  expect([same.status, same.body.error.code]).toEqual([400, "invalid_request"]);
});

test("a version depends only on the content of the model, not on its file format", async () => {
  const { body } = await ask(address);
  const of = (name: string) => body.models.filter((model) => model.name === name)[0];
  expect(of("plain").version).toMatch(/^[0-9a-f]{12}$/);
  expect(of("one-file").version).toBe(of("plain").version);
  expect(of("by name").version).not.toBe(of("plain").version);
  expect(of("votes")).toMatchObject({ kind: "fitted", items: 3, features: 0, itemNames: true });
  expect((await ask(`${address}/by%20name`)).body).toEqual(of("by name"));
});

test.each<[number, string, string, unknown]>([
  [
    404,
    "unknown_model",
    'there is no model "nobody"; expected one of plain, one-file, votes, by name, object',
    "nobody",
  ],
  [400, "invalid_json", "the body is not valid JSON, or has a key that is not allowed, such as __proto__", "["],
  [
    400,
    "invalid_json",
    "the body is not valid JSON, or has a key that is not allowed, such as __proto__",
    '{"__proto__":1}',
  ],
  [400, "invalid_json", "the body is empty; expected JSON", ""],
  [400, "invalid_request", "the body is an array; expected an object", []],
  [400, "invalid_request", "rows is missing; expected at least one row of features", {}],
  [400, "invalid_request", "rows is empty; expected at least 1 entry", { rows: [] }],
  [400, "invalid_request", "rows[0] has no features; expected features, or indices with values", { rows: [{}] }],
  [
    400,
    "invalid_request",
    'the body has the unknown property "K"; expected one of rows, lists, k, exclude, candidates, newOnly',
    { rows: [{ features: {} }], K: 1 },
  ],
  [400, "invalid_request", "k is 0; expected at least 1", { rows: [{ features: {} }], k: 0 }],
  [400, "invalid_request", "k is 1.5; expected an integer", { rows: [{ features: {} }], k: 1.5 }],
  [400, "invalid_request", 'k is "5"; expected an integer', { rows: [{ features: {} }], k: "5" }],
  [400, "invalid_request", 'rows[0].features[1] is "NaN"; expected a number', { rows: [{ features: { 1: "NaN" } }] }],
  [400, "invalid_request", "rows[0].features[1] is Infinity; expected a number", '{"rows":[{"features":{"1":1e999}}]}'],
  [
    400,
    "invalid_request",
    'rows[0].features["1"] is 1e+39; expected a number of at most 3.4e38 in absolute value',
    { rows: [{ features: { 1: 1e39 } }] },
  ],
  [
    400,
    "invalid_request",
    'rows[0].features has the key "-1"; expected a feature index from 0 to 99, because the model has no feature names',
    { rows: [{ features: { "-1": 1 } }] },
  ],
  [
    400,
    "invalid_request",
    "rows[0].indices[0] is 100; expected a feature index from 0 to 99",
    { rows: [{ indices: [100] }] },
  ],
  [400, "invalid_request", "rows[0].indices[0] is -3; expected at least 0", { rows: [{ indices: [-3] }] }],
  [400, "invalid_request", "rows[0].indices contains feature 3 twice", { rows: [{ indices: [3, 1, 3] }] }],
  [
    400,
    "invalid_request",
    "rows[0].values has length 1; expected 2, one per index",
    { rows: [{ indices: [1, 2], values: [1] }] },
  ],
  [
    400,
    "invalid_request",
    "rows[0] has both features and indices; expected one of them",
    { rows: [{ features: {}, indices: [] }] },
  ],
  [
    400,
    "unknown_item",
    'exclude[0] is "x"; expected an item index from 0 to 299',
    { rows: [{ features: {} }], exclude: ["x"] },
  ],
  [
    400,
    "unknown_item",
    "candidates[1] is 300; expected an item index from 0 to 299",
    { rows: [{ features: {} }], candidates: [1, 300] },
  ],
  [400, "invalid_request", "candidates contains item 1 twice", { rows: [{ features: {} }], candidates: [1, 1] }],
  [
    400,
    "invalid_request",
    "candidates[0] is an object; expected an item name or an item index",
    { rows: [{ features: {} }], candidates: [{}] },
  ],
  [
    400,
    "invalid_request",
    "newOnly is true; expected false, because the model does not know which items its features refer to",
    { rows: [{ features: {} }], newOnly: true },
  ],
  [
    413,
    "too_many_rows",
    "rows has length 257; expected at most 256 per request",
    { rows: Array(257).fill({ features: {} }) },
  ],
  [
    413,
    "answer_too_large",
    "4 rows with k = 300 have 1200 ranked items; expected at most 1000 per request",
    { rows: Array(4).fill({ features: {} }), k: 1e9 },
  ],
  [413, "body_too_large", "the body is too large; expected at most 100000 bytes", "x".repeat(100_001)],
])("answers %i %s: %s", async (status, code, message, body) => {
  const isName = body === "nobody";
  const answer = await ask(
    `${address}/${isName ? "nobody" : "plain"}/rank`,
    isName ? { rows: [{ features: {} }] } : body,
  );
  expect([answer.status, answer.body]).toEqual([status, { error: { code, message } }]);
});

test("a request whose scores overflow does not cause other requests to fail", async () => {
  const huge = { rows: [{ indices: Array.from({ length: 100 }, (_, i) => i), values: Array(100).fill(3e38) }] };
  const { rows } = randomRows(1, 5);
  const answers = await Promise.all([ask(`${address}/plain/rank`, huge), ask(`${address}/plain/rank`, { rows })]);
  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [400, "not_finite"],
    [200, undefined],
  ]);
});

test("a fitted ranking rejects features, and a model with features rejects win probabilities", async () => {
  const answers = [
    await ask(`${address}/votes/rank`, { rows: [{ features: { a: 1 } }] }),
    await ask(`${address}/plain/win-probability?item=1&against=2`),
    await ask(`${address}/plain/rank`),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
    [400, "rows[0] has features; the model is a fitted ranking, which has none"],
    [400, "model plain ranks rows of features; win probabilities need a fitted ranking"],
    [400, "rows is missing; expected at least one row of features"],
  ]);
});
