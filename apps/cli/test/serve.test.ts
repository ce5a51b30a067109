import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { binary } from "./binary.ts";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => tierwise(args, { cwd: folder });

beforeAll(async () => {
  await smallData(folder);
  expect((await run("train", "train.txt", "--model", "model", ...quick)).code).toBe(0);
  writeFileSync(join(folder, "ranking.tsv"), "place\titem\tutility\n1\ttea\t1\n2\tmilk\t0\n");
});

/** Starts `tierwise serve`, waits until it listens, and returns its output so far. */
async function serve(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [binary, "serve", ...args, "--port", "0", "--json"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.endsWith("}\n")) break;
  }
  const { address, models } = JSON.parse(text) as { address: string; models: { name: string }[] };
  return { child, address, names: models.map(({ name }) => name) };
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "answers with the same rankings as `predict` until %s, then exits with code 0",
  async (signal) => {
    const predicted = await run("predict", "model", "test.txt", "--k", "3");
    const [first] = predicted.stdout.split("\n").map((line) => line && JSON.parse(line));
    const { child, address, names } = await serve(["model", "ranking.tsv"]);
    expect(names).toEqual(["model", "ranking"]);
    const { readXmlDataset } = await import("@tierwise/datasets-xml");
    const { features } = await readXmlDataset(join(folder, "test.txt"));
    const row = Object.fromEntries(
      Array.from(features.indices.subarray(0, features.indptr[1]), (feature, i) => [feature, features.values[i]]),
    );
    const answer = await fetch(`${address}/v1/models/model/rank`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ rows: [{ features: row }], k: 3 }),
    });
    const { rows } = (await answer.json()) as { rows: { items: { item: number; score: number }[] }[] };
    expect(rows[0].items.map(({ item }) => item)).toEqual(first.items);
    expect(rows[0].items.map(({ score }) => Number(score.toPrecision(7)))).toEqual(first.scores);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  },
);

test("`serve` ranks lists of documents as `predict` does", async () => {
  const rows = Array.from({ length: 80 }, (_, i) => `q${i >> 3},d${i & 7},${i % 3},${(i % 3) + (i % 7) / 4},${i % 11}`);
  writeFileSync(join(folder, "lists.csv"), `query,document,grade,match,noise\n${rows.join("\n")}\n`);
  const trained = await run("train", "lists.csv", "--model", "search", "--trees", "10", "--min-documents", "2");
  expect(trained.code).toBe(0);
  const predicted = await run("predict", "search", "lists.csv", "--k", "3");
  const [first] = predicted.stdout.split("\n").map((line) => line && JSON.parse(line));
  const { child, address, names } = await serve(["search"]);
  expect(names).toEqual(["search"]);
  const documents = rows.slice(0, 8).map((row) => {
    const [, id, , match, noise] = row.split(",");
    return { id, features: { noise: Number(noise), match: Number(match) } };
  });
  const answer = await fetch(`${address}/v1/models/search/rank`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lists: [{ documents }], k: 3 }),
  });
  const { lists } = (await answer.json()) as { lists: { documents: { id: string; score: number }[] }[] };
  expect(lists[0].documents.map(({ id }) => id)).toEqual(first.documents);
  expect(lists[0].documents.map(({ score }) => score)).toEqual(first.scores);
  child.kill("SIGTERM");
  await once(child, "exit");
});

test("`serve` uses the names from `--name` and the token from the environment", async () => {
  const { child, address, names } = await serve(["model", "ranking.tsv", "--name", "a,b"], { TIERWISE_TOKEN: "t" });
  expect(names).toEqual(["a", "b"]);
  expect((await fetch(`${address}/v1/models/b/rank`)).status).toBe(401);
  expect((await fetch(`${address}/v1/models/b/rank`, { headers: { authorization: "Bearer t" } })).status).toBe(200);
  child.kill("SIGTERM");
  await once(child, "exit");
});

test.each([
  [["model", "--name", "a,b"], 2, "tierwise: --name is a,b; expected one name per model, 1 in all\n"],
  [["model", "--port", "70000"], 2, "tierwise: --port is 70000; expected a port from 0 to 65535\n"],
  [["missing"], 1, "tierwise: missing: no such file or directory\n"],
  [["model", "model"], 1, 'tierwise: models contains the name "model" twice; expected different names\n'],
  [["train.txt"], 1, /^tierwise: train\.txt is neither a model nor the output of tierwise fit: train\.txt:1: /],
])("`serve` with the arguments %j exits with a one-sentence error", async (args, code, message) => {
  const outcome = await run("serve", ...args);
  expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
  if (typeof message === "string") expect(outcome.stderr).toBe(message);
  else expect(outcome.stderr).toMatch(message);
});
