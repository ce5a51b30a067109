import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { redisMissing } from "@tierwise/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { quick, tierwise } from "./run-tierwise.ts";
import { createTestQueue, says } from "./test-queue.ts";

/** Formats results without the measured times and memory. */
function figures(stdout: string): string {
  return JSON.stringify(JSON.parse(stdout), (name, value) => (/seconds|phases/i.test(name) ? undefined : value));
}

/** Battles between four models in two languages, with ties and judges. */
function battlesCsv(): string {
  const rows = Array.from({ length: 240 }, (_, r) => {
    const left = (r * 7) % 4;
    const right = (left + 1 + (r % 3)) % 4;
    const winner = ["model_a", "model_b", "tie"][(r * r + left) % 3];
    return `m${left},m${right},${winner},judge ${r % 9},${r % 2 === 0 ? "en" : "fr"}`;
  });
  return `model_a,model_b,winner,judge,language\n${rows.join("\n")}\n`;
}

test("commands reject a queue that is missing or unreachable", async () => {
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
  const { folder, run, queueOf, work, runWith } = createTestQueue();
  beforeAll(() => writeFileSync(join(folder, "battles.csv"), battlesCsv()));

  const sizes = ["--items", "12", "--samples", "20,40", "--seeds", "1,2", "--steps", "30", "--json"];
  const bootstrap = ["--interval", "bootstrap", "--resamples", "120", "--seed", "5"];
  const training = ["train.txt", "--test", "test.txt", ...quick, "--json"];
  test.each([
    ["simulate mse", ["simulate", "mse", ...sizes]],
    ["compare", ["compare", ...training, "--methods", "pl-partition,ranknet,popularity", "--seeds", "1,2"]],
    ["sensitivity", ["sensitivity", ...training, "--intervals", "50", "--shifts", "2", "--at-intervals", "50"]],
    ["fit with a bootstrap", ["fit", "battles.csv", ...bootstrap, "--by", "language", "--json"]],
  ])("%s gives the same bytes with 1 worker, with 4 workers, and without a queue", async (name, args) => {
    const alone = await run(...args);
    expect([alone.code, alone.stderr]).toEqual([0, expect.anything()]);
    for (const count of [1, 4]) {
      const queued = await runWith(count, `${name.replaceAll(" ", "-")}-${count}`, args);
      expect([queued.code, queued.stderr]).toEqual([0, expect.anything()]);
      expect(figures(queued.stdout)).toBe(figures(alone.stdout));
    }
  });

  test("`fit --queue` requires a bootstrap, and reports wrong flags and infinite utilities before any job is queued", async () => {
    const fit = (...args: string[]) => run("fit", "battles.csv", ...args, ...queueOf("unused"));
    const plain = await fit();
    expect([plain.code, plain.stderr]).toEqual([
      2,
      expect.stringContaining("add --interval bootstrap, or omit --queue"),
    ]);
    const wrong = await fit(...bootstrap, "--max-tier", "2");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--max-tier limits the size of tiers")]);
    writeFileSync(join(folder, "unbeaten.csv"), "model_a,model_b,winner\nx,y,model_a\n");
    const infinite = await run("fit", "unbeaten.csv", ...bootstrap, ...queueOf("unused"));
    expect([infinite.code, infinite.stderr]).toEqual([1, expect.stringContaining("utilities are infinite")]);
    expect((await run("jobs", ...queueOf("unused"))).stdout).toContain("The queue has no runs.");
  });

  test("`worker --board` serves a web page about its queue on the loopback interface", async () => {
    const worker = work("board", "--board", "0");
    const address = await says(worker, /http:\/\/127\.0\.0\.1:\d+/);
    expect(await (await fetch(address)).text()).toContain("<title>Bull Dashboard</title>");
    const { queues } = (await (await fetch(`${address}/api/queues`)).json()) as { queues: { name: string }[] };
    expect(queues.map(({ name }) => name)).toEqual([expect.stringMatching(/^jobs-[0-9a-f]{16}$/)]);
  });

  test("`jobs` lists a run that workers continue after Ctrl-C, and repeating the original command returns the results", async () => {
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

  test("the results file of a run on a queue contains every result", async () => {
    const prefix = "file";
    work(prefix);
    await run("simulate", "mse", ...sizes, ...queueOf(prefix), "--out", "queued.jsonl");
    const lines = readFileSync(join(folder, "queued.jsonl"), "utf8").trim().split("\n");
    expect(new Set(lines.map((line) => JSON.parse(line).key)).size).toBe(lines.length);
  });
});
