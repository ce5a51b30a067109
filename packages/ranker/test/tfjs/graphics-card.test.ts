import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Trains on both engines in a process where @tensorflow/tfjs-node-gpu is a mock: the cpu backend, registered as "tensorflow", which reports
 * whether a card is present. Prints the description of the engine, whether the scores agree, and how often scores were read.
 */
const program = (card: boolean): string => `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "@tensorflow/tfjs-node-gpu"
        ? { url: "data:text/javascript,export{}", shortCircuit: true }
        : next(specifier, context),
  });
  const { MathBackendCPU } = await import("@tensorflow/tfjs-backend-cpu");
  const tf = await import("@tensorflow/tfjs-core");
  const { generateXmlDataset } = await import("@tierwise/datasets-xml");
  const { createRanker, train } = await import("./src/index.ts");

  const items = 40;
  let reads = 0;
  class StandIn extends MathBackendCPU {
    isUsingGpuDevice = ${card};
    read(dataId) {
      const values = super.readSync(dataId);
      if (values.length === 32 * items) reads++;
      return Promise.resolve(values);
    }
  }
  tf.registerBackend("tensorflow", () => new StandIn());
  tf.copyRegisteredKernels("cpu", "tensorflow");

  const data = generateXmlDataset({ rows: 128, features: 30, labels: items, labelsPerRow: 4, featuresPerRow: 6, seed: 1 });
  const scores = async (options) => {
    const ranker = createRanker({ features: 30, hidden: 16, items, seed: 1 });
    const settings = { batchSize: 32, epochs: 2, learningRates: [1e-2], validation: 0, refit: false, threads: 1 };
    await train(ranker, data, { ...settings, ...options });
    return ranker.scores(data.features);
  };
  const onProgress = (event) => event.stage === "engine" && console.log(event.sentence);
  const a = await scores({});
  const b = await scores({ engine: "tfjs", backend: "tfjs-node-gpu", onProgress });
  console.log(a.every((score, i) => Math.abs(score - b[i]) < 1e-3));
  console.log(reads);
`;

test.each([
  [true, "tfjs runs on tfjs-node-gpu. It computes on a graphics card.", 0],
  [
    false,
    "tfjs runs on tfjs-node-gpu. It found no graphics card that CUDA 11 and cuDNN 8 can use, and computes on the processor.",
    8,
  ],
])(
  "the engine reports tfjs-node-gpu, and keeps scores on the card if the machine has one (card: %s)",
  (card, sentence, reads) => {
    const printed = execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", program(card)], {
      cwd: join(import.meta.dirname, "../.."),
      encoding: "utf8",
    });
    // With a graphics card, scores are never read from the device; otherwise, each of the eight steps reads them.
    expect(printed.trim().split("\n")).toEqual([sentence, "true", String(reads)]);
  },
);
