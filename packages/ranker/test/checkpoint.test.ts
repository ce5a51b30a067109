import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { plLowerBoundLoss } from "@tierwise/losses";
import { createRanker, loadRanker, type Ranker, resumeTraining, type TrainOptions, train } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { sealed } from "../src/store/header.ts";
import { aborted, inDirectory, weightBytes } from "./killing.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";
import { withoutSpec } from "./without-spec.ts";

const data = tinyData();
const options: TrainOptions = { epochs: 4, learningRates: [1e-2, 1e-3], batchSize: 32, hiddenDropout: 0.3, threads: 2 };

async function saved(directory: string): Promise<Ranker> {
  const ranker = createRanker({ ...tinySizes, seed: 7, itemNames: Array.from({ length: 30 }, (_, i) => `item ${i}`) });
  await ranker.save(directory);
  return ranker;
}

describe("saving a model", () => {
  test("keeps weights and names bit-identical", () =>
    inDirectory(async (directory) => {
      const ranker = await saved(join(directory, "deep", "model"));
      const loaded = await loadRanker(join(directory, "deep", "model"));
      expect(weightBytes(loaded).equals(weightBytes(ranker))).toBe(true);
      expect(loaded.itemNames).toEqual(ranker.itemNames);
      expect([loaded.seed, loaded.steps, loaded.normalize]).toEqual([7, 0, false]);
    }));

  test("replaces the previous model and leaves no other files", () =>
    inDirectory(async (directory) => {
      await saved(directory);
      const second = createRanker({ ...tinySizes, seed: 8 });
      await second.save(directory);
      expect(weightBytes(await loadRanker(directory)).equals(weightBytes(second))).toBe(true);
      expect(await readdir(directory)).toHaveLength(5);
    }));

  test("keeps unrelated files", () =>
    inDirectory(async (directory) => {
      await writeFile(join(directory, "my-embeddings-2024.bin"), "precious");
      await saved(directory);
      await saved(directory);
      expect(await readFile(join(directory, "my-embeddings-2024.bin"), "utf8")).toBe("precious");
    }));

  test("stores the weights at the time of the call, and runs concurrent saves one at a time", () =>
    inDirectory(async (directory) => {
      const ranker = createRanker({ ...tinySizes, seed: 7 });
      const before = weightBytes(ranker);
      const savings = [ranker.save(directory), ranker.save(directory), ranker.save(directory)];
      ranker.weights.output.weights.fill(1);
      await Promise.all(savings);
      expect(weightBytes(await loadRanker(directory)).equals(before)).toBe(true);
    }));

  test("keeps the previous model and leaves no partial files if writing fails", () =>
    inDirectory(async (directory) => {
      const ranker = await saved(directory);
      const before = await readdir(directory);
      const broken = { ...ranker.weights.output, bias: "no array" as never };
      Object.assign(ranker.weights, { output: broken });
      await expect(ranker.save(directory)).rejects.toThrow();
      expect(await readdir(directory)).toEqual(before);
      expect((await loadRanker(directory)).seed).toBe(7);
    }));

  test("writes a header and raw arrays", () =>
    inDirectory(async (directory) => {
      const ranker = await saved(directory);
      const header = JSON.parse(await readFile(join(directory, "ranker.json"), "utf8"));
      expect(header).toMatchObject({ format: "tierwise-ranker", version: 3, generation: 1 });
      const [member] = header.model.members;
      expect(member).toMatchObject({ shape: tinySizes, kernelBuild: ranker.kernelBuild });
      const bias = await readFile(join(directory, member.arrays["weights.input-bias"].file));
      expect(bias.readFloatLE(4)).toBe(ranker.weights.input.bias[1]);
    }));
});

/** The parts of a header that the tests change. */
interface EditedHeader {
  readonly model: {
    readonly members: { shape: object; training: unknown; readonly arrays: Record<string, { file: string }> }[];
  };
}

describe("loading a model", () => {
  const header = "ranker.json";
  const refused = (change: (directory: string) => Promise<void>, message: string | RegExp) =>
    inDirectory(async (directory) => {
      await saved(directory);
      await change(directory);
      await expect(loadRanker(directory)).rejects.toThrow(message);
    });
  /** Changes a header and updates its digest. */
  const edit = async (directory: string, change: (parsed: EditedHeader) => void): Promise<void> => {
    const { digest: _, ...parsed } = JSON.parse(await readFile(join(directory, header), "utf8"));
    change(parsed);
    await writeFile(join(directory, header), sealed(parsed));
  };

  test("rejects a flipped bit", () =>
    refused(async (directory) => {
      const file = join(directory, "weights.output-1.bin");
      const content = await readFile(file);
      content[100] ^= 1;
      await writeFile(file, content);
    }, "weights.output-1.bin does not match its checksum in the header; the file is damaged"));
  test("rejects a truncated array", () =>
    refused(
      (directory) => truncate(join(directory, "weights.output-1.bin"), 100),
      "weights.output-1.bin has 100 bytes; expected 1920; the file is damaged",
    ));
  test("rejects a truncated header", () =>
    refused(
      (directory) => truncate(join(directory, header), 100),
      "ranker.json is not JSON; the file is damaged or not a model",
    ));
  test("rejects an empty directory", () =>
    inDirectory((directory) =>
      expect(loadRanker(directory)).rejects.toThrow("is not a model: ranker.json cannot be read there (ENOENT)"),
    ));
  test("rejects a header of an unknown format", () =>
    refused(
      (directory) => writeFile(join(directory, header), '{"format":"onnx"}'),
      'its format is "onnx"; expected "tierwise-ranker"',
    ));
  test("rejects a later format version", () =>
    refused(
      (directory) => edit(directory, (parsed) => Object.assign(parsed, { version: 6 })),
      "ranker.json has version 6; this release reads versions 1 to 5",
    ));
  test("rejects a shape that does not match the arrays", () =>
    refused(
      (directory) =>
        edit(directory, ({ model }) => {
          model.members[0].shape = { ...tinySizes, hidden: 8 };
        }),
      "weights.input-1.bin contains 640 × float32; expected 320 × float32",
    ));
  test("rejects a changed item name", () =>
    refused(async (directory) => {
      const text = await readFile(join(directory, header), "utf8");
      await writeFile(join(directory, header), text.replace("item 7", "item 8"));
    }, "ranker.json does not match its digest; the file is damaged"));
  test("rejects a directory with the name of the header file", () =>
    inDirectory(async (directory) => {
      await mkdir(join(directory, header));
      await expect(loadRanker(directory)).rejects.toThrow("ranker.json is not a plain file");
    }));
  test("rejects an array whose path is outside the directory", () =>
    refused(
      (directory) =>
        edit(directory, ({ model }) => {
          model.members[0].arrays["weights.input"].file = "../weights";
        }),
      "has an invalid entry for array weights.input; the file is damaged",
    ));
});

describe("resuming an interrupted training run", () => {
  test.each([1, 2, 5, 9, 14])("after checkpoint %i gives the same result as an uninterrupted run", (stopAt) =>
    inDirectory(async (directory) => {
      const uninterrupted = createRanker({ ...tinySizes, seed: 1 });
      const expected = await train(uninterrupted, data, options);
      const stop = new AbortController();
      let checkpoints = 0;
      const onProgress = ({ stage }: { stage: string }): void => {
        if (stage === "checkpoint" && ++checkpoints === stopAt) stop.abort();
      };
      const checkpoint = { directory, everySeconds: 0 };
      const interrupted = createRanker({ ...tinySizes, seed: 1 });
      await aborted(train(interrupted, data, { ...options, checkpoint, signal: stop.signal, onProgress }));
      const { ranker, result } = await resumeTraining(directory, data, { threads: 1 });
      expect(weightBytes(ranker).equals(weightBytes(uninterrupted))).toBe(true);
      expect(result.history.map(({ loss, best }) => [loss, best])).toEqual(
        expected.history.map(({ loss, best }) => [loss, best]),
      );
    }),
  );

  test.each([
    ["unlimited patience", { patience: Number.POSITIVE_INFINITY }],
    ["a learning rate that diverges", { learningRates: [1e38, 1e-2] }],
    ["GLaS", { glas: 100 }],
    ["negatives", { loss: { name: "pl-lb", negatives: { count: 5 } }, criterion: "loss" }],
  ] as const)("gives the result of an uninterrupted run with %s", (_, special) =>
    inDirectory(async (directory) => {
      const uninterrupted = createRanker({ ...tinySizes, seed: 1 });
      const expected = await train(uninterrupted, data, { ...options, ...special });
      for (const stopAt of [1, 7, 12]) {
        const stop = new AbortController();
        let checkpoints = 0;
        const onProgress = ({ stage }: { stage: string }): void => {
          if (stage === "checkpoint" && ++checkpoints === stopAt) stop.abort();
        };
        const interrupted = createRanker({ ...tinySizes, seed: 1 });
        const checkpoint = { directory, everySeconds: 0 };
        await aborted(
          train(interrupted, data, { ...options, ...special, checkpoint, signal: stop.signal, onProgress }),
        );
        const { ranker, result } = await resumeTraining(directory, data, { everySeconds: 60 });
        expect(weightBytes(ranker).equals(weightBytes(uninterrupted))).toBe(true);
        expect(result.history.map(({ loss, validation }) => [loss, validation])).toEqual(
          expected.history.map(({ loss, validation }) => [loss, validation]),
        );
      }
    }),
  );

  test("rejects a header with incomplete training information", () =>
    inDirectory(async (directory) => {
      const checkpoint = { directory };
      await train(createRanker(tinySizes), data, { ...options, epochs: 1, checkpoint });
      const { digest: _, ...header } = JSON.parse(await readFile(join(directory, "ranker.json"), "utf8"));
      const [member] = header.model.members;
      const { training: complete } = member;
      for (const training of [{}, { ...complete, state: null }, { ...complete, settings: null }]) {
        member.training = training;
        await writeFile(join(directory, "ranker.json"), sealed(header));
        await expect(resumeTraining(directory, data)).rejects.toThrow(
          "a header with incomplete training information; the file is damaged",
        );
      }
    }));

  test("is not necessary to load the best weights so far", () =>
    inDirectory(async (directory) => {
      const stop = new AbortController();
      const ranker = createRanker({ ...tinySizes, seed: 1 });
      const onProgress = ({ stage }: { stage: string }): void => void (stage === "epoch" && stop.abort());
      await aborted(train(ranker, data, { ...options, checkpoint: { directory }, signal: stop.signal, onProgress }));
      const loaded = await loadRanker(directory);
      expect(weightBytes(loaded).equals(weightBytes(ranker))).toBe(true);
      expect(loaded.steps).toBe(ranker.steps);
    }));

  test("requires the same data and, if the loss was a function, the same loss", () =>
    inDirectory(async (directory) => {
      const ranker = createRanker({ ...tinySizes, seed: 1 });
      const loss = withoutSpec(plLowerBoundLoss());
      await train(ranker, data, { ...options, loss, checkpoint: { directory } });
      await expect(resumeTraining(directory, data)).rejects.toThrow(
        "loss is missing; training was started with a loss function",
      );
      await expect(resumeTraining(directory, tinyData(300, 2), { loss })).rejects.toThrow("the dataset is not the one");
      expect((await resumeTraining(directory, data, { loss })).result.stopped).toBe("finished");
    }));

  test("rejects a model that was saved without training", () =>
    inDirectory(async (directory) => {
      await saved(directory);
      await expect(resumeTraining(directory, data)).rejects.toThrow("holds a model but no training run to resume");
    }));
});
