import { loadKernelModule } from "@tierwise/kernels";
import {
  createRanker,
  type EpochReport,
  type Ranker,
  type TrainingEvent,
  type TrainOptions,
  train,
} from "@tierwise/ranker";
import { tierwiseFile } from "@tierwise/ranker/export";
import type { OpenedFile } from "../../files/opened-file.ts";
import type { TrainSettings } from "../state/train-settings.ts";
import type { TypedRow } from "../state/typed-row.ts";
import { type Rows, readRows } from "./read-rows.ts";

/** A description of a file for the page. */
export interface RowsSummary {
  readonly words: string;
  readonly kind: Rows["kind"];
  readonly featureCount: number;
  readonly itemNames: readonly string[] | undefined;
}

/** The weights of a model, from which another worker can continue training. */
export interface SavedWeights {
  readonly hidden: number;
  readonly arrays: readonly Float32Array<ArrayBuffer>[];
}

/** An event during training. */
export type TrainNews =
  | { readonly engine: string }
  /** The reason why WebGPU is not used. */
  | { readonly fallback: string }
  | { readonly epoch: EpochReport; readonly epochs: number }
  | { readonly weights: SavedWeights };

/** An item with its score for a row. */
export interface TopItem {
  readonly name: string;
  readonly score: number;
}

/** The tasks that the worker performs for the page. */
export interface TrainTasks {
  load(file: OpenedFile): Promise<RowsSummary>;
  /** Trains a new model, or continues training the current one. */
  train(request: { settings: TrainSettings; isFurther: boolean }): Promise<void>;
  /** Takes over the weights of a worker that was stopped. */
  restore(weights: SavedWeights): Promise<void>;
  top(row: TypedRow): Promise<readonly TopItem[]>;
  /** Returns the model as a file that the `tierwise` command reads. */
  modelFile(): Promise<Blob>;
}

const mostTop = 10;

/** Creates the tasks, which remember the rows and the model. */
export function createTrainTasks(emit: (news: TrainNews) => void): TrainTasks {
  let rows: Rows | undefined;
  let model: Ranker | undefined;

  async function newModel({ data, kind, vocabulary }: Rows, hidden: number): Promise<Ranker> {
    return createRanker({
      ...{ features: data.numFeatures, items: data.numLabels, hidden, seed: 0 },
      ...vocabulary,
      normalize: kind === "ratings",
      module: await loadKernelModule(),
    });
  }
  const known = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("there is no trained model yet");
    return value;
  };

  return {
    async load(file) {
      [rows, model] = [undefined, undefined];
      rows = await readRows(file);
      const { words, kind, data, vocabulary } = rows;
      return { words, kind, featureCount: data.numFeatures, itemNames: vocabulary.itemNames };
    },
    async train({ settings, isFurther }) {
      const { data, kind } = known(rows);
      const ranker = isFurther && model !== undefined ? model : await newModel(known(rows), settings.hidden);
      model = ranker;
      let hasStarted = false;
      const onProgress = (event: TrainingEvent): void => {
        if (event.stage === "engine") {
          hasStarted = true;
          emit({ engine: event.sentence });
        }
        if (event.stage !== "epoch") return;
        const {
          stage: _,
          trials: _trials,
          epochs,
          done: _done,
          total: _total,
          refit: _refit,
          phases: _phases,
          ...epoch
        } = event;
        // A worker with one thread receives no messages while it trains, so the page ends it and continues from these weights.
        if (epoch.best) emit({ weights: weightsOf(ranker) });
        emit({ epoch, epochs });
      };
      const options: TrainOptions = {
        ...{ epochs: settings.epochs, learningRates: [settings.learningRate], refit: false, onProgress },
        ...(kind === "ratings" && { criterion: "ndcg@10", seen: "exclude" }),
        ...(settings.computeOn === "one-core" && { threads: 1 }),
      };
      if (settings.computeOn === "webgpu") {
        try {
          await import("./webgpu-backend.ts");
          await train(ranker, data, { ...options, engine: "tfjs", backend: "webgpu" });
          return;
        } catch (error) {
          if (hasStarted) throw error;
          emit({ fallback: (error as Error).message });
        }
      }
      await train(ranker, data, options);
    },
    async restore({ hidden, arrays }) {
      model = await newModel(known(rows), hidden);
      for (const [k, array] of arraysOf(model).entries()) array.set(arrays[k]);
      // Marks the model as trained, so that training continues from its weights.
      model.steps = 1;
    },
    async top(row) {
      const ranker = known(model);
      const seen = new Set(row.indices.map((index) => ranker.featureItems?.[index]));
      const candidates = Array.from({ length: ranker.itemCount }, (_, item) => item).filter((item) => !seen.has(item));
      const scores = ranker.scores(row);
      const best = ranker.topK(row, Math.min(mostTop, candidates.length), { candidates });
      return Array.from(best, (item) => ({ name: ranker.itemNames?.[item] ?? `label ${item}`, score: scores[item] }));
    },
    async modelFile() {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of tierwiseFile(known(model), { record: known(rows).record })) chunks.push(chunk);
      return new Blob(chunks, { type: "application/octet-stream" });
    },
  };
}

function arraysOf({ weights: { input, output } }: Ranker): Float32Array[] {
  return [input.weights, input.bias, output.weights, output.bias];
}

function weightsOf(ranker: Ranker): SavedWeights {
  return { hidden: ranker.hidden, arrays: arraysOf(ranker).map((array) => new Float32Array(array)) };
}
