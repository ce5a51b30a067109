import { copyFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadModel } from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";
import { createServer, type ServerEvent } from "@tierwise/serve";
import { temporaryFolder } from "@tierwise/testing";
import { expect, test } from "vitest";
import { ask } from "./ask.ts";
import { plainRanker, randomRows } from "./example-models.ts";

const folder = temporaryFolder();
const { csr, rows } = randomRows(1, 11);

/** The scores for the row from the ranker with this seed. */
async function scoresOf(seed: number): Promise<number[]> {
  return Array.from((await plainRanker(seed).rank(csr, { k: 5 })).scores);
}

test.each(["directory", "file"])("a model %s is replaced under load without a failed request", async (form) => {
  const directory = join(folder, `from-${form}`);
  await plainRanker(1).save(directory);
  const file = `${directory}.tierwise`;
  const publish = async (seed: number): Promise<void> => {
    await plainRanker(seed).save(directory);
    if (form === "directory") return;
    await exportModel(await loadModel(directory), { tierwise: `${file}.new`, replace: true });
    renameSync(`${file}.new`, file);
  };
  await publish(1);
  const path = form === "directory" ? directory : file;
  const server = await createServer({ models: [{ path, name: "m" }], pollMilliseconds: 20 });
  const address = `${await server.listen({ port: 0 })}/v1/models/m/rank`;
  const scoresByVersion = new Map<string, string>();
  let asking = true;
  let answered = 0;
  const client = async (): Promise<void> => {
    while (asking) {
      const { status, body } = await ask(address, { rows, k: 5 });
      expect(status).toBe(200);
      const scores = body.rows[0].items.map(({ score }: { score: number }) => score).join();
      expect(scoresByVersion.get(body.version) ?? scores).toBe(scores);
      scoresByVersion.set(body.version, scores);
      answered++;
    }
  };
  const clients = Array.from({ length: 8 }, client);
  for (let seed = 2; seed <= 5; seed++) {
    const before = answered;
    await publish(seed);
    const expected = (await scoresOf(seed)).join();
    while (![...scoresByVersion.values()].includes(expected)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(answered).toBeGreaterThan(before);
  }
  asking = false;
  await Promise.all(clients);
  await server.close();
  expect(scoresByVersion.size).toBe(5);
});

test("a model is reloaded after its files are overwritten in place", async () => {
  const [old, next] = [join(folder, "copied-old"), join(folder, "copied-next")];
  await plainRanker(1).save(old);
  await plainRanker(2).save(next);
  expect(readdirSync(next)).toEqual(readdirSync(old)); // Copying the files later does not change the directory's entries.
  const server = await createServer({ models: [{ path: old, name: "m" }], pollMilliseconds: 0 });
  await new Promise((resolve) => setTimeout(resolve, 2100)); // Wait until the timestamp is old enough to be trusted.
  await server.reload();
  for (const name of readdirSync(next)) copyFileSync(join(next, name), join(old, name));
  await server.reload();
  const address = `${await server.listen({ port: 0 })}/v1/models/m/rank`;
  const { body } = await ask(address, { rows, k: 5 });
  expect(body.rows[0].items.map(({ score }: { score: number }) => score)).toEqual(await scoresOf(2));
  await server.close();
});

test("a new version that cannot be loaded is reported once, and the old version stays in use", async () => {
  const path = join(folder, "ranking.tsv");
  writeFileSync(path, "item\tutility\ntea\t1\nmilk\t0\n");
  const events: ServerEvent[] = [];
  const server = await createServer({ models: [path], pollMilliseconds: 0, onEvent: (event) => events.push(event) });
  const address = `${await server.listen({ port: 0 })}/v1/models/ranking/rank`;
  const [{ version }] = server.models();
  writeFileSync(path, "item\tutility\ntea\tmuch\n");
  await server.reload();
  await server.reload();
  expect(events).toMatchObject([{ type: "load-failed", model: "ranking" }]);
  expect((await ask(address)).body).toMatchObject({ version, rows: [{ items: [{ name: "tea" }, { name: "milk" }] }] });
  writeFileSync(`${path}.new`, "item\tutility\ntea\t1\nmilk\t2\n");
  copyFileSync(`${path}.new`, path);
  await server.reload();
  expect(events[1]).toEqual({ type: "loaded", model: "ranking", version: server.models()[0].version });
  expect((await ask(address)).body.rows[0].items[0].name).toBe("milk");
  await server.close();
});

test("the server rejects a model that does not exist when it starts", async () => {
  await expect(createServer({ models: [join(folder, "missing")] })).rejects.toThrow("ENOENT");
});
