import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memory } from "@tensorflow/tfjs-core";
import type { RankingLoss } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import { resumeTraining, type TfjsBackend, type TrainingEvent, type TrainOptions, train } from "../src/index.ts";
import { cases, createSmall, data, largestDifference, plain, scoresAfter } from "./engine-cases.ts";

const untrained = createSmall().scores(data.features);

test.each(cases)("both engines give the same scores after the same steps (%s)", async (_, options, given) => {
  const expected = await scoresAfter(options, given);
  expect(largestDifference(expected, untrained)).toBeGreaterThan(0.1);
  for (const backend of ["cpu", "wasm"] as const) {
    const scores = await scoresAfter({ ...options, engine: "tfjs", backend }, given);
    expect(largestDifference(scores, expected), backend).toBeLessThanOrEqual(1e-3);
  }
});

describe("resuming a checkpoint", () => {
  const options: TrainOptions = { ...plain, inputDropout: 0.2, hiddenDropout: 0.2, weightDecay: 0.01 };

  /** Trains one epoch on one engine, and the remaining epochs on another. */
  async function inTwoRuns(first: TrainOptions, second: TrainOptions): Promise<Float32Array> {
    const directory = await mkdtemp(join(tmpdir(), "tfjs-engine-"));
    try {
      const stop = new AbortController();
      const onProgress = (event: TrainingEvent): void => {
        if (event.stage === "epoch") stop.abort();
      };
      const begun = { ...options, ...first, checkpoint: { directory }, signal: stop.signal, onProgress };
      await expect(train(createSmall(), data, begun)).rejects.toMatchObject({ name: "AbortError" });
      const { engine, backend } = second;
      const { ranker, result } = await resumeTraining(directory, data, {
        threads: 1,
        ...(engine === undefined ? {} : { engine }),
        ...(backend === undefined ? {} : { backend }),
      });
      expect(result).toMatchObject({ stopped: "finished", epoch: 3, steps: 15 });
      return ranker.scores(data.features);
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  test("the tfjs engine can resume from a checkpoint written by the kernels", async () => {
    const whole = await scoresAfter(options);
    expect(largestDifference(await inTwoRuns({}, { engine: "tfjs", backend: "cpu" }), whole)).toBeLessThanOrEqual(1e-3);
  });

  test("the kernels can resume from a checkpoint written by the tfjs engine", async () => {
    const whole = await scoresAfter(options);
    expect(largestDifference(await inTwoRuns({ engine: "tfjs", backend: "wasm" }, {}), whole)).toBeLessThanOrEqual(
      1e-3,
    );
  });

  test("a run that is resumed on the same tfjs backend gives bit-identical results", async () => {
    const tfjs = { engine: "tfjs", backend: "wasm" } as const;
    expect(await inTwoRuns(tfjs, tfjs)).toEqual(await scoresAfter({ ...options, ...tfjs }));
  });
});

describe("training with tfjs", () => {
  const tfjs = { ...plain, engine: "tfjs", backend: "cpu" } as const;

  test("describes the engine, then reports every epoch", async () => {
    const events: TrainingEvent[] = [];
    const result = await train(createSmall(), data, { ...tfjs, onProgress: (event) => void events.push(event) });
    expect(events[0]).toMatchObject({ stage: "engine", done: 0, sentence: "tfjs runs on cpu." });
    expect(events.flatMap((event) => (event.stage === "epoch" ? [event.epoch] : []))).toEqual([1, 2, 3]);
    expect(result).toMatchObject({ stopped: "finished", steps: 15 });
  });

  test("can be aborted, and leaks no tensors", async () => {
    const before = memory().numTensors;
    const stop = new AbortController();
    let epochs = 0;
    const onProgress = (event: TrainingEvent): void => {
      if (event.stage === "epoch" && ++epochs === 2) stop.abort();
    };
    const aborted = train(createSmall(), data, { ...tfjs, epochs: 50, signal: stop.signal, onProgress });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    expect(epochs).toBe(2);
    expect(memory().numTensors).toBe(before);
  });

  test("rejects with the error that the loss threw, and leaks no tensors", async () => {
    const before = memory().numTensors;
    const loss: RankingLoss = () => {
      throw new Error("no such loss");
    };
    await expect(train(createSmall(), data, { ...tfjs, loss })).rejects.toThrow("no such loss");
    expect(memory().numTensors).toBe(before);
  });

  test("reports divergence with the same error as the kernels engine", async () => {
    const options = { ...plain, learningRates: [1e30], validation: 0.2 };
    for (const engine of [{}, { engine: "tfjs", backend: "cpu" }] as const) {
      await expect(train(createSmall(), data, { ...options, ...engine })).rejects.toThrow(
        "training diverged at every learning rate (1e+30); use a smaller learning rate",
      );
    }
  });
});

describe("training", () => {
  test("with the kernels starts with an event that describes the engine", async () => {
    const events: TrainingEvent[] = [];
    await train(createSmall(), data, { ...plain, epochs: 1, onProgress: (event) => void events.push(event) });
    expect(events[0]).toMatchObject({
      stage: "engine",
      sentence: expect.stringMatching(/^The .*simd kernels run on 1/),
    });
  });

  test("rejects an unknown engine", async () => {
    const engine = "cuda" as "tfjs";
    await expect(train(createSmall(), data, { engine })).rejects.toThrow(
      'engine is "cuda"; expected one of kernels, tfjs',
    );
  });

  test("rejects an unknown backend", async () => {
    const backend = "webgl" as TfjsBackend;
    await expect(train(createSmall(), data, { engine: "tfjs", backend })).rejects.toThrow(
      'backend is "webgl"; expected one of tfjs-node-gpu, webgpu, tfjs-node, wasm, cpu',
    );
  });

  test("rejects a backend for the kernel engine", async () => {
    await expect(train(createSmall(), data, { backend: "wasm" })).rejects.toThrow(
      'backend is "wasm"; omit it unless engine is "tfjs"',
    );
  });

  test.each([
    [
      "@tensorflow/tfjs-core",
      'engine is "tfjs", but @tensorflow/tfjs-core is not installed; install it with a backend: @tensorflow/tfjs-node-gpu ' +
        "(or @tensorflow/tfjs-backend-webgpu and webgpu) for a graphics card, otherwise @tensorflow/tfjs-backend-wasm",
    ],
    [
      "@tensorflow/tfjs-backend-wasm",
      "tfjs has no backend to run on. @tensorflow/tfjs-backend-wasm is not installed: " +
        "npm install @tensorflow/tfjs-backend-wasm.",
    ],
  ])("if %s is not installed, rejects only the engine that needs it, not the kernels", (missing, sentence) => {
    // The program runs in a directory without packages, and its hook makes the package impossible to find.
    const program = `
      import { registerHooks } from "node:module";
      registerHooks({
        resolve(specifier, context, next) {
          return next(specifier === "${missing}" ? specifier + "-that-is-missing" : specifier, context);
        },
      });
      const { createRanker, train } = await import(${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)});
      const rows = { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0), values: Float32Array.of(1) };
      const data = { features: rows, preferences: [{ tiers: [[0]] }] };
      const options = { validation: 0, refit: false, epochs: 1, threads: 1 };
      const create = () => createRanker({ features: 1, hidden: 2, items: 2 });
      console.log((await train(create(), data, options)).stopped);
      const failure = await train(create(), data, { ...options, engine: "tfjs", backend: "wasm" }).catch((e) => e);
      console.log(failure.message);
    `;
    const printed = execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", program], {
      cwd: tmpdir(),
      encoding: "utf8",
    });
    expect(printed.trim().split("\n")).toEqual(["finished", sentence]);
  });
});
