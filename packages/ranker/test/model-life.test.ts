import { spawnSync } from "node:child_process";
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import {
  createRanker,
  loadModel,
  loadRanker,
  type MemberEvent,
  openModelDirectory,
  resumeModel,
  resumeTraining,
  type TrainingEvent,
  type TrainModelOptions,
  train,
  trainModel,
} from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { openArrays } from "../src/store/model-directory.ts";
import { aborted, inDirectory, modelBytes, weightBytes } from "./killing.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

const data = tinyData(200);
const settings = { epochs: 2, learningRates: [1e-2, 1e-3], threads: 2 };
const options: TrainModelOptions = { ...settings, hidden: 16, seed: 3 };

/** Options that abort training after the given number of checkpoints. */
function stopAfter(checkpoints: number): Pick<TrainModelOptions, "everySeconds" | "onProgress" | "signal"> {
  const stop = new AbortController();
  let count = 0;
  const onProgress = ({ stage }: TrainingEvent): void => {
    if (stage === "checkpoint" && ++count === checkpoints) stop.abort();
  };
  return { everySeconds: 0, signal: stop.signal, onProgress };
}

describe("an ensemble", () => {
  test("consists of rankers with consecutive seeds and averages their scores", () =>
    inDirectory(async (directory) => {
      const model = await trainModel(directory, data, { ...options, members: 2 });
      const { members, kind, finished, results } = await loadModel(directory);
      expect([kind, finished, members.map(({ seed }) => seed)]).toEqual(["ensemble", true, [3, 4]]);
      const alone = createRanker({ ...tinySizes, seed: 4 });
      const result = await train(alone, data, { ...settings, seed: 4 });
      expect(weightBytes(members[1]).equals(weightBytes(alone))).toBe(true);
      expect(results[1].history.map(({ loss }) => loss)).toEqual(result.history.map(({ loss }) => loss));
      const row = { indices: [1, 4], values: [0.5, 2] };
      const [one, other] = members.map((member) => member.scores(row));
      expect(model.scores(row)).toEqual(one.map((score, item) => Math.fround(score + other[item]) / 2));
    }));

  test("resumes without retraining finished members, and gives the result of an uninterrupted run", () =>
    inDirectory(async (directory) => {
      const uninterrupted = await inDirectory((place) => trainModel(place, data, { ...options, members: 3 }));
      await aborted(trainModel(directory, data, { ...options, members: 3, ...stopAfter(22) }));
      const unfinished = await loadModel(directory);
      expect([unfinished.finished, unfinished.members.length]).toEqual([false, 2]);
      const trained = new Set<number>();
      const onProgress = ({ stage, member }: MemberEvent): void => void (stage === "epoch" && trained.add(member));
      const model = await resumeModel(directory, data, { onProgress });
      expect([...trained]).toEqual([1, 2]);
      expect(modelBytes(model).equals(modelBytes(uninterrupted))).toBe(true);
      expect(modelBytes(await loadModel(directory)).equals(modelBytes(uninterrupted))).toBe(true);
    }));

  test("is rejected by loadRanker and resumeTraining", () =>
    inDirectory(async (directory) => {
      await aborted(trainModel(directory, data, { ...options, members: 2, ...stopAfter(1) }));
      await expect(loadRanker(directory)).rejects.toThrow(
        "contains an ensemble of 2 rankers; use loadModel to load them",
      );
      await expect(resumeTraining(directory, data)).rejects.toThrow(
        "contains an ensemble of 2 rankers; use resumeModel",
      );
    }));
});

describe("a model in a directory", () => {
  test("is not replaced without `replace: true`", () =>
    inDirectory(async (directory) => {
      await createRanker(tinySizes).save(directory);
      await expect(trainModel(directory, data, options)).rejects.toThrow(
        /holds a model, last written 2.*replace: true/,
      );
      expect((await loadRanker(directory)).steps).toBe(0);
    }));

  test("loads unchanged until its replacement is complete, and the replacement can be resumed", () =>
    inDirectory(async (directory) => {
      const old = await trainModel(directory, data, { ...options, hidden: 8 });
      await aborted(trainModel(directory, data, { ...options, members: 2, replace: true, ...stopAfter(7) }));
      expect(modelBytes(await loadModel(directory)).equals(modelBytes(old))).toBe(true);
      const model = await resumeModel(directory, data);
      expect(model.members.map(({ hidden }) => hidden)).toEqual([16, 16]);
      expect(modelBytes(await loadModel(directory)).equals(modelBytes(model))).toBe(true);
      expect(await readdir(directory)).toHaveLength(1 + 2 * 4);
    }));

  test("is kept if training a replacement fails, and a newly created directory is removed", () =>
    inDirectory(async (directory) => {
      const kept = join(directory, "kept");
      const old = await trainModel(kept, data, options);
      const files = await readdir(kept);
      const text = await readFile(join(kept, "ranker.json"), "utf8");
      await expect(trainModel(kept, data, { ...options, validation: 2, replace: true })).rejects.toThrow(
        "validation is 2",
      );
      await expect(trainModel(kept, data, { ...options, validation: 1e-9, replace: true })).rejects.toThrow(
        "holds out none",
      );
      expect(await readFile(join(kept, "ranker.json"), "utf8")).toBe(text);
      expect(await readdir(kept)).toEqual(files);
      const diverging = { ...options, learningRates: [1e38], refit: false };
      await expect(trainModel(kept, data, { ...diverging, replace: true })).rejects.toThrow("diverged at every");
      expect(modelBytes(await loadModel(kept)).equals(modelBytes(old))).toBe(true);
      await expect(trainModel(join(directory, "new", "deep"), data, diverging)).rejects.toThrow("diverged at every");
      expect(existsSync(join(directory, "new"))).toBe(false);
    }));

  test("can always be loaded while it is being replaced", () =>
    inDirectory(async (directory) => {
      const rankers = [1, 2].map((seed) => createRanker({ ...tinySizes, seed }));
      const bytes = rankers.map(weightBytes);
      await rankers[0].save(directory);
      let writing = true;
      const writer = (async () => {
        for (let i = 0; i < 40; i++) await rankers[i % 2].save(directory);
        writing = false;
      })();
      let reads = 0;
      for (; writing; reads++) {
        const read = await loadRanker(directory);
        expect(weightBytes(read).equals(bytes[read.seed - 1])).toBe(true);
      }
      await writer;
      expect(reads).toBeGreaterThan(5);
    }));
});

describe("a reader", () => {
  test("reads the header again if the arrays that it lists have been removed", () =>
    inDirectory(async (folder) => {
      const [directory, next] = [join(folder, "model"), join(folder, "next")];
      const [old, young] = [1, 2].map((seed) => createRanker({ ...tinySizes, seed }));
      await old.save(directory);
      cpSync(directory, next, { recursive: true });
      await young.save(next);
      const { header, read, close } = await openArrays(
        directory,
        ({ generation, model }) => {
          // Acts as a writer that replaces the model after the header has been read and before any array is open.
          if (generation === 1) {
            rmSync(directory, { recursive: true });
            renameSync(next, directory);
          }
          return model.members;
        },
        () => true,
      );
      // Files that are already open stay readable after they are removed.
      rmSync(directory, { recursive: true });
      const bias = new Float32Array(tinySizes.items);
      await read(header.model.members[0], { "weights.output-bias": bias });
      await close();
      expect([header.generation, bias]).toEqual([2, young.weights.output.bias]);
    }));
});

describe("a lock", () => {
  const lock = (pid: number, host: string): string =>
    `${JSON.stringify({ pid, host, since: "2026-01-02T03:04:05.000Z", token: "ab12" })}\n`;

  test("held by a running process causes an error that names the process", () =>
    inDirectory(async (directory) => {
      await writeFile(join(directory, "ranker.lock"), lock(process.ppid, hostname()));
      await expect(createRanker(tinySizes).save(directory)).rejects.toThrow(
        `being written by another process (pid ${process.ppid} on ${hostname()}, since 2026-01-02T03:04:05.000Z)`,
      );
      expect(await readdir(directory)).toEqual(["ranker.lock"]);
    }));

  test("that a dead process left behind is taken over", () =>
    inDirectory(async (directory) => {
      const { pid } = spawnSync(process.execPath, ["--version"]);
      await writeFile(join(directory, "ranker.lock"), lock(pid, hostname()));
      await writeFile(join(directory, "ranker.lock.ab12"), lock(pid, hostname()));
      await createRanker(tinySizes).save(directory);
      expect((await readdir(directory)).filter((file) => file.includes("lock"))).toEqual([]);
    }));

  test("held on another machine is never taken over", () =>
    inDirectory(async (directory) => {
      await writeFile(join(directory, "ranker.lock"), lock(1, "elsewhere"));
      await expect(openModelDirectory(directory)).rejects.toThrow(
        /pid 1 on elsewhere, since .*; if that process is gone, remove .*ranker\.lock/,
      );
    }));

  test("that does not name its holder is reported as damaged", () =>
    inDirectory(async (directory) => {
      await writeFile(join(directory, "ranker.lock"), "{}");
      await expect(openModelDirectory(directory)).rejects.toThrow("is damaged: it does not name its holder");
    }));

  test("stops training before the next write if another process has replaced it", () =>
    inDirectory(async (directory) => {
      const onProgress = async ({ stage }: TrainingEvent): Promise<void> => {
        if (stage === "engine") await writeFile(join(directory, "ranker.lock"), lock(process.ppid, hostname()));
      };
      await expect(trainModel(directory, data, { ...options, onProgress })).rejects.toThrow(
        "no longer belongs to this process",
      );
    }));

  test("also keeps two training runs in one process from using the same directory", () =>
    inDirectory(async (directory) => {
      const place = await openModelDirectory(directory);
      await expect(trainModel(directory, data, options)).rejects.toThrow("being written by this process");
      expect((await trainModel(place, data, options)).finished).toBe(true);
      await place.close();
      expect(await readdir(directory)).toHaveLength(5);
    }));
});

describe("training into a directory", () => {
  test.runIf(existsSync("/proc"))("fails immediately if the file system does not allow new directories", async () => {
    await expect(openModelDirectory("/proc/x/y")).rejects.toThrow(
      "/proc/x/y cannot be created: /proc does not accept new directories",
    );
  });

  test("fails immediately if the path is a file", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "file");
      await writeFile(file, "");
      for (const place of [file, join(file, "below")]) {
        await expect(openModelDirectory(place)).rejects.toThrow(
          `${file} is not a directory; expected a directory or an unused path`,
        );
      }
    }));

  test("fails immediately if the directory contains something other than a model, except with `replace: true`", () =>
    inDirectory(async (directory) => {
      await mkdir(join(directory, "model"));
      const place = join(directory, "model");
      await writeFile(join(place, "ranker.json"), "{");
      await expect(trainModel(place, data, options)).rejects.toThrow(
        "is not JSON; the file is damaged or not a model; use replace",
      );
      expect((await trainModel(place, data, { ...options, replace: true })).finished).toBe(true);
    }));
});
