import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RedisServer, redisMissing, startRedis } from "@tierwise/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { binary } from "./binary.ts";
import { quick, smallData, temporaryFolder, tierwise } from "./run-tierwise.ts";

/** Results without measured times and memory. */
function figures(stdout: string): string {
  return JSON.stringify(JSON.parse(stdout), (name, value) => (/seconds|phases/i.test(name) ? undefined : value));
}

test("a queue that is missing or unreachable is an error", async () => {
  const missing = await tierwise(["worker"]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("expected --queue redis://HOST:PORT")]);
  const wrong = await tierwise(["simulate", "mse", "--store", "x"]);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining("--store and --queue-prefix require --queue"),
  ]);
  const silent = await tierwise(["jobs", "--queue", "redis://127.0.0.1:1"]);
  expect([silent.code, silent.stderr]).toEqual([
    1,
    expect.stringContaining("cannot connect to Redis at redis://127.0.0.1:1"),
  ]);
});

const missing = redisMissing("commands on a queue");
const title = missing === undefined ? "commands on a queue" : `commands on a queue (skipped: ${missing})`;
describe.skipIf(missing !== undefined)(title, () => {
  const folder = temporaryFolder();
  let redis: RedisServer;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    await smallData(folder);
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await redis.stop();
  });
  const run = (...args: string[]) => tierwise(args, { cwd: folder });
  /** Starts a worker with its own prefix. */
  const work = (prefix: string, ...more: string[]) => {
    const args = [binary, "worker", "--queue", redis.url, "--queue-prefix", prefix, "--copies", join(folder, prefix)];
    workers.push(spawn(process.execPath, [...args, ...more], { stdio: "ignore" }));
  };
  const queueOf = (prefix: string) => ["--queue", redis.url, "--queue-prefix", prefix];

  const sizes = ["--items", "12", "--samples", "20,40", "--seeds", "1,2", "--steps", "30", "--json"];
  const training = ["train.txt", "--test", "test.txt", ...quick, "--json"];
  test.each([
    ["simulate mse", ["simulate", "mse", ...sizes]],
    ["compare", ["compare", ...training, "--methods", "pl-partition,ranknet,popularity", "--seeds", "1,2"]],
    ["sensitivity", ["sensitivity", ...training, "--intervals", "50", "--shifts", "2", "--at-intervals", "50"]],
  ])("%s gives the same bytes with 1 worker, with 4 jobs at a time, and without a queue", async (name, args) => {
    const alone = await run(...args);
    expect([alone.code, alone.stderr]).toEqual([0, expect.anything()]);
    for (const concurrency of ["1", "4"]) {
      const prefix = `${name.replace(" ", "-")}-${concurrency}`;
      work(prefix, "--concurrency", concurrency);
      const queued = await run(...args, ...queueOf(prefix));
      expect([queued.code, figures(queued.stdout)]).toEqual([0, figures(alone.stdout)]);
      workers.pop()?.kill("SIGKILL");
    }
  });

  test("an ensemble of five has the same weights with 1 worker, with 4 jobs at a time, and without a queue", async () => {
    const args = ["train", "train.txt", "--ensemble", "5", ...quick, "--validation", "test.txt"];
    expect((await run(...args, "--model", "alone")).code).toBe(0);
    const weights = (model: string) =>
      readdirSync(join(folder, model))
        .filter((name) => name.endsWith(".bin"))
        .map((name) => [name.replace(/-\d+\.bin$/, ""), readFileSync(join(folder, model, name)).toString("hex")])
        .sort();
    const expected = weights("alone");
    expect(expected).toHaveLength(20);
    for (const concurrency of ["1", "4"]) {
      const prefix = `ensemble-${concurrency}`;
      work(prefix, "--concurrency", concurrency);
      const { code, stderr } = await run(...args, "--model", prefix, ...queueOf(prefix));
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect(weights(prefix)).toEqual(expected);
      workers.pop()?.kill("SIGKILL");
    }
    const again = await run("train", "train.txt", "--model", "alone", "--resume", ...queueOf("again"));
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("--queue trains a new model")]);
  });

  test("jobs lists a run; an interrupted command leaves it to the workers, and the same command gets its results", async () => {
    const prefix = "listed";
    const args = ["simulate", "mse", ...sizes, ...queueOf(prefix)];
    const stopped = await tierwise(args, {
      cwd: folder,
      // Nothing runs yet, because there is no worker.
      onStderr: (text, kill) => text.includes("fits") && setTimeout(() => kill("SIGINT"), 1500),
    });
    expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringContaining("the workers continue")]);
    const waiting = JSON.parse((await run("jobs", ...queueOf(prefix), "--json")).stdout).runs;
    expect(waiting).toMatchObject([{ done: 0, failures: [], workers: 0 }]);
    expect(waiting[0].title).toContain("tierwise simulate mse");
    work(prefix);
    expect((await run(...args)).code).toBe(0);
    const { stdout } = await run("jobs", ...queueOf(prefix));
    expect(stdout).toContain(`${waiting[0].total}/${waiting[0].total}`);
    expect(stdout).toContain(waiting[0].id);
  });

  test("the results file of a run on a queue holds every result", async () => {
    const prefix = "file";
    work(prefix);
    await run("simulate", "mse", ...sizes, ...queueOf(prefix), "--out", "queued.jsonl");
    const lines = readFileSync(join(folder, "queued.jsonl"), "utf8").trim().split("\n");
    expect(new Set(lines.map((line) => JSON.parse(line).key)).size).toBe(lines.length);
  });
});
