import { generateXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { createRanker, type EngineName, type LossName, type PhaseSeconds, train } from "@tierwise/ranker";

/** Rows per step. */
export const batchSize = 128;
/** Hidden units. */
export const hidden = 256;

/** Training steps with their times. */
export interface TimedSteps {
  /** The mean time of a step in each epoch, without the first epochs, in which every thread compiles the loss. */
  readonly seconds: readonly number[];
  /** The processor time of a step in the same epochs, summed over threads; unlike elapsed time, it excludes other programs. */
  readonly processorSeconds: readonly number[];
  /** The total time of each phase. */
  readonly phases: PhaseSeconds;
  /** How the engine describes itself. */
  readonly sentence: string;
}

/** Options for {@link timedSteps}. */
export interface StepRun {
  readonly loss: LossName;
  readonly engine: EngineName;
  readonly quick: boolean;
  /** Default: the environment variable TIERWISE_THREADS, or all cores. */
  readonly threads?: number | undefined;
}

/** Trains a network from scratch and times its steps. */
export async function timedSteps(
  data: XmlDataset,
  { loss, engine, quick, threads = givenThreads() }: StepRun,
): Promise<TimedSteps> {
  const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
  const large = data.numLabels > 100_000;
  const epochs = large ? 4 : data.numLabels > 10_000 ? 8 : quick ? 24 : 160;
  const stepsPerEpoch = Math.ceil(data.numRows / batchSize);
  const processorAt: number[] = [];
  let sentence = "";
  const { history, phases } = await train(ranker, data, {
    preset: "paper",
    learningRates: [1e-3],
    validation: 0,
    epochs,
    loss,
    engine,
    ...(threads === undefined ? {} : { threads }),
    onProgress(event) {
      if (event.stage === "engine") sentence = event.sentence;
      if (event.stage === "epoch") processorAt.push(processorSeconds());
    },
  });
  const first = large ? 1 : epochs / 2;
  const between = processorAt.slice(1).map((time, epoch) => (time - processorAt[epoch]) / stepsPerEpoch);
  return {
    seconds: history.slice(first).map(({ stepSeconds }) => stepSeconds / stepsPerEpoch),
    processorSeconds: between.slice(first - 1),
    phases,
    sentence,
  };
}

function givenThreads(): number | undefined {
  const given = process.env["TIERWISE_THREADS"];
  return given === undefined || given === "" ? undefined : Number(given);
}

/** The processor time of all threads of this process so far. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The engines to measure, best last: the kernels, and native products if onnxruntime-node is installed. */
export async function availableEngines(): Promise<("kernels" | "native")[]> {
  const data = generateXmlDataset({ rows: 8, features: 4, labels: 4, labelsPerRow: 1, seed: 1 });
  const ranker = createRanker({ features: 4, items: 4, hidden: 1, seed: 1 });
  try {
    await train(ranker, data, { engine: "native", epochs: 1, validation: 0, refit: false, learningRates: [1e-3] });
    return ["kernels", "native"];
  } catch (error) {
    if (error instanceof Error && error.message.includes("onnxruntime-node")) return ["kernels"];
    throw error;
  }
}
