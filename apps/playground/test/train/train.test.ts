import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { EpochReport } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { type TrainSettings, trainCommand, usualTraining } from "../../src/train/state/train-settings.ts";
import { parseRow } from "../../src/train/state/typed-row.ts";
import { createTrainTasks, type SavedWeights, type TrainNews } from "../../src/train/work/train-tasks.ts";

const command = join(import.meta.dirname, "../../../cli/bin/tierwise.js");
const folder = mkdtempSync(join(tmpdir(), "tierwise-train-"));
const run = promisify(execFile);
const settings: TrainSettings = { ...usualTraining, epochs: 3, hidden: 16, computeOn: "one-core" };

function sample(name: string) {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, "../../public/train-samples", name)));
  writeFileSync(join(folder, name), bytes);
  return { name, content: new Blob([bytes]) };
}

/** The epochs without their times. */
function epochsOf(history: readonly EpochReport[]) {
  return history.map(({ seconds: _, stepSeconds: _steps, ...epoch }) => epoch);
}

describe("training in the page", () => {
  test.each(["ratings.csv", "topics.txt"])("training on %s gives the same history as the command", async (name) => {
    const history: EpochReport[] = [];
    const tasks = createTrainTasks((news) => "epoch" in news && history.push(news.epoch));
    const { words } = await tasks.load(sample(name));
    expect(words).toContain(`${name}: `);
    await tasks.train({ settings, isFurther: false });
    const words2 = trainCommand(name, settings).split(" ").slice(1);
    const { stdout } = await run(process.execPath, [command, ...words2, "--model", `${name}-model`, "--json"], {
      cwd: folder,
    });
    const printed = JSON.parse(stdout) as { history: EpochReport[] };
    expect(JSON.parse(JSON.stringify(epochsOf(history)))).toEqual(epochsOf(printed.history));
  });

  test("the command predicts the same best items with the model of the page", async () => {
    const tasks = createTrainTasks(() => {});
    const file = sample("ratings.csv");
    const { itemNames = [] } = await tasks.load(file);
    await tasks.train({ settings, isFurther: false });
    writeFileSync(join(folder, "model.tierwise"), new Uint8Array(await (await tasks.modelFile()).arrayBuffer()));
    writeFileSync(join(folder, "new.csv"), `user,item,rating\nann,${itemNames[0]},5\nann,${itemNames[1]},1\n`);
    const { stdout } = await run(
      process.execPath,
      [command, "predict", "model.tierwise", "new.csv", "--k", "3", "--json"],
      { cwd: folder },
    );
    const top = await tasks.top(
      parseRow(`${itemNames[0]}\n- ${itemNames[1]}`, { featureCount: 2 * itemNames.length, itemNames }),
    );
    for (const { name } of top.slice(0, 3)) expect(stdout).toContain(`"${name}"`);
    expect(top.map(({ name }) => name)).not.toContain(itemNames[0]);
  });

  test("after a stop, training continues from the best weights in another worker", async () => {
    const news: TrainNews[] = [];
    const first = createTrainTasks((each) => news.push(each));
    await first.load(sample("topics.txt"));
    await first.train({ settings, isFurther: false });
    const saved = news.findLast((each): each is { weights: SavedWeights } => "weights" in each);
    if (saved === undefined) throw new Error("no weights were saved");
    const second = createTrainTasks(() => {});
    await second.load(sample("topics.txt"));
    await second.restore(saved.weights);
    const row = { indices: [3, 14], values: [1, 0.5] };
    expect(await second.top(row)).toEqual(await first.top(row));
    await second.train({ settings, isFurther: true });
    expect(await second.top(row)).not.toEqual(await first.top(row));
  });

  test.each([
    ["votes.txt", "a > b\nb > a\n", "expected ratings"],
    ["places.csv", "race,driver,place\n1,a,1\n1,b,2\n2,b,1\n2,a,2\n", "without a known threshold for liked items"],
    ["broken.txt", "2 3 4\n0 9:1\n", "broken.txt:2"],
    ["noise.bin", String.fromCharCode(...Array.from({ length: 300 }, (_, k) => (k * 77) % 256)), "noise.bin"],
  ])("%s is rejected with a reason", async (name, text, words) => {
    await expect(createTrainTasks(() => {}).load({ name, content: new Blob([text]) })).rejects.toThrow(words);
  });

  test("reads gzipped rows, and rejects ranking before training", async () => {
    const tasks = createTrainTasks(() => {});
    const bytes = new Uint8Array(gzipSync("2 3 4\r\n0,3 1:0.5 2:1\r\n1 0:2\r\n"));
    expect(await tasks.load({ name: "rows.txt.gz", content: new Blob([bytes]) })).toMatchObject({
      kind: "multi-label",
      featureCount: 3,
    });
    await expect(tasks.top({ indices: [1], values: [1] })).rejects.toThrow("no trained model");
  });
});

describe("a typed row", () => {
  const films = { featureCount: 6, itemNames: ["The Kid", "-Metropolis", "Sunrise"] };
  const numbers = { featureCount: 20, itemNames: undefined };

  test("in a model of ratings, a typed row contains liked and disliked items", () => {
    expect(parseRow("Sunrise\n\n- The Kid\n-Metropolis", films)).toEqual({ indices: [1, 2, 3], values: [1, 1, 1] });
  });

  test("in a model of multi-label data, a typed row contains features with values, or with the value 1 if none is given", () => {
    expect(parseRow(" 14 3:-0.5\n7:1e-2", numbers)).toEqual({ indices: [3, 7, 14], values: [-0.5, 0.01, 1] });
  });

  test.each([
    ["Nosferatu", films, "“Nosferatu” is not an item"],
    ["", films, "the row is empty"],
    ["20:1", numbers, "feature 20 does not exist; expected a number below 20"],
    ["3:x", numbers, "“3:x” is not a feature"],
    ["3:1e999", numbers, "is not a feature"],
  ])("%j is rejected", (text, vocabulary, words) => expect(() => parseRow(text, vocabulary)).toThrow(words));
});
