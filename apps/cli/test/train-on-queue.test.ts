import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateRatings } from "@tierwise/data";
import { writeGeneratedXmlDataset } from "@tierwise/datasets-xml";
import { loadModel } from "@tierwise/ranker";
import { redisMissing } from "@tierwise/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { quick, tierwise } from "./run-tierwise.ts";
import { createTestQueue } from "./test-queue.ts";

const missing = redisMissing("training on a queue");
const title = missing === undefined ? "train --queue" : `train --queue (skipped: ${missing})`;
describe.skipIf(missing !== undefined)(title, () => {
  const { folder, run, queueOf, runWith } = createTestQueue();
  beforeAll(async () => {
    const sizes = { features: 33, labels: 25, labelsPerRow: 3, featuresPerRow: 6, seed: 2 };
    await writeGeneratedXmlDataset(join(folder, "new.txt"), { ...sizes, rows: 100 });
    writeFileSync(
      join(folder, "ratings.csv"),
      generateRatings({ userCount: 120, itemCount: 30, ratingsPerUser: 12, seed: 5 }),
    );
  });
  /** The parts of a model that must be the same in two runs: weights, names, and training history. */
  const described = async (model: string) => {
    const { version, memberCount, record, results } = await loadModel(join(folder, model));
    const { command: _, ...rest } = record ?? {};
    const losses = results.map(({ history }) => history.map(({ loss, validation }) => ({ loss, validation })));
    return { version, memberCount, rest, losses };
  };

  const ensemble = ["train.txt", "--ensemble", "5", ...quick];
  test.each<[string, string[], string?]>([
    ["an ensemble of five", [...ensemble, "--validation", "test.txt"]],
    ["a recommender", ["ratings.csv", "--ensemble", "2", ...quick]],
    ["data from standard input", ["-", ...quick], "train.txt"],
  ])("%s gives the same model with 1 worker, with 4 workers, and without a queue", async (name, args, file) => {
    const input = file === undefined ? undefined : readFileSync(join(folder, file), "utf8");
    const alone = await tierwise(["train", ...args, "--model", `${name}-alone`], {
      cwd: folder,
      ...(input && { input }),
    });
    expect([alone.code, alone.stderr]).toEqual([0, expect.anything()]);
    for (const count of [1, 4]) {
      const model = `${name}-${count}`;
      const prefix = model.replaceAll(" ", "-");
      const { code, stderr } = await runWith(count, prefix, ["train", ...args, "--model", model], input);
      expect([code, stderr]).toEqual([0, expect.anything()]);
      expect(await described(model)).toEqual(await described(`${name}-alone`));
    }
  });

  test("`--from` extends every member of a model on the queue, and gives the same weights as without a queue", async () => {
    expect((await run("train", "train.txt", "--ensemble", "2", ...quick, "--model", "old")).code).toBe(0);
    const extension = ["train", "new.txt", "--from", "old", "--replay", "train.txt", "--epochs", "2", "--seed", "4"];
    const alone = await run(...extension, "--model", "extended");
    expect([alone.code, alone.stderr]).toEqual([0, expect.anything()]);
    const queued = await runWith(2, "extension", [...extension, "--model", "queued"]);
    expect([queued.code, queued.stderr]).toEqual([0, expect.anything()]);
    expect(await described("queued")).toEqual(await described("extended"));
    expect(queued.stdout).toBe(alone.stdout);
    // Finished members are not trained again, so this works without a worker.
    const again = await run(...extension, "--model", "again", ...queueOf("extension"));
    expect([again.code, again.stderr]).toEqual([0, expect.anything()]);
    expect(await described("again")).toEqual(await described("extended"));
  });

  test("rejects `--resume` and says to repeat the command without this flag", async () => {
    const { code, stderr } = await run("train", "train.txt", "--model", "m", "--resume", ...queueOf("unused"));
    expect([code, stderr]).toEqual([2, expect.stringContaining("repeat the command without --resume")]);
  });
});
