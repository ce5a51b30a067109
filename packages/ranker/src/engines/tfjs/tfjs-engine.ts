import { dispose, type Tensor, type Tensor2D, tensor2d } from "@tensorflow/tfjs-core";
import { type BackendName, resolveBackend } from "@tierwise/losses/tfjs";
import type { PreparedData } from "../../data/training-data.ts";
import * as control from "../../network/control.ts";
import { blockCount } from "../../network/scoring-tasks.ts";
import type { Engine, EngineOptions, OutputLayer, OutputLayerHost } from "../kernels/engine.ts";
import { evaluateScores, networkEngine } from "../kernels/kernel-engine.ts";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";
import { type DeviceLoss, deviceLoss, hasDeviceLoss } from "./device-loss.ts";
import { glasRows } from "./glas-rows.ts";
import { outputVariables } from "./output-variables.ts";

export interface ReadyBackend {
  readonly sentence: string;
  /** Whether tensors are stored on a graphics card, from which reading scores is slow. */
  readonly graphicsCard: boolean;
}

/** Activates a tfjs backend: the named one, or the best one available. Throws if none is available. */
export async function readyBackend(name: BackendName | undefined): Promise<ReadyBackend> {
  const { name: found, sentence, graphicsCard } = await resolveBackend(name);
  if (found === undefined) throw new Error(sentence);
  return { sentence, graphicsCard };
}

export interface TfjsEngineOptions extends EngineOptions {
  readonly backend: ReadyBackend;
  /**
   * Where to compute losses. With `"device"`, losses that the device supports are computed there, without copying the scores. With
   * `"host"`, losses are exact and all threads are used. Default: `"device"` on graphics cards, otherwise `"host"`.
   */
  readonly lossOn?: "device" | "host";
}

/**
 * An engine with the output layer, its moments, the scores and, if possible, the loss on the tfjs device. The kernels compute the sparse
 * input layer and the dropout masks on the host; hidden units are copied to the device, and d loss/d hidden is copied back.
 */
export function tfjsEngine(
  network: TrainingNetwork,
  data: PreparedData,
  { backend, lossOn, ...options }: TfjsEngineOptions,
): Promise<Engine> {
  const onDevice = (lossOn ?? (backend.graphicsCard ? "device" : "host")) === "device";
  const useDeviceLoss = onDevice && options.given === undefined && hasDeviceLoss(network.loss);
  return networkEngine(
    network,
    data,
    options,
    () => backend.sentence,
    (host) => tfjsOutput(host, useDeviceLoss),
  );
}

function tfjsOutput({ network, pool, losses, clock }: OutputLayerHost, useDeviceLoss: boolean): OutputLayer {
  const { shape, output, control: now, options } = network;
  const layer = outputVariables(network);

  /** Uploads a copy of the first rows of an array, because backends may keep a reference to their input. */
  const upload = (array: Float32Array, rows: number, columns: number): Tensor2D =>
    tensor2d(array.slice(0, rows * columns), [rows, columns]);

  async function hostLoss(scores: Tensor2D, rows: number): Promise<DeviceLoss> {
    output.scores.set(await scores.data<"float32">());
    const sum = await losses(rows, true);
    return { sum, gradient: upload(output.scores, rows, shape.itemCount) };
  }

  return {
    evaluate: (rows, loss) =>
      disposing(async (held) => {
        const hidden = held(upload(output.hidden, rows, shape.hidden));
        const scores = held(layer.scores(hidden));
        output.scores.set(await scores.data<"float32">());
        return evaluateScores({ network, pool, losses }, rows, loss);
      }),
    train: (rows) =>
      disposing(async (held) => {
        const hidden = held(upload(output.hidden, rows, shape.hidden));
        const scores = held(layer.scores(hidden));
        clock.end("forward");
        const onDevice = useDeviceLoss ? await deviceLoss(network, scores) : undefined;
        const { sum, gradient } = onDevice ?? (await hostLoss(scores, rows));
        held(gradient);
        clock.end("loss");
        const adam = { step: now[control.step], learningRate: now[control.rate], weightDecay: options.weightDecay };
        const more = await glasRows(network, pool, layer, held);
        const hiddenGradient = held(layer.step(hidden, gradient, adam, more));
        network.hiddenGradient.set(await hiddenGradient.data<"float32">());
        clock.end("backward");
        await pool.run("throughHidden", blockCount(rows));
        clock.end("reduce");
        return sum;
      }),
    push: () => layer.push(),
    pull: () => layer.pull(),
    close: () => layer.dispose(),
  };
}

/** An asynchronous `tidy`: disposes of the tensors passed to `held` when `work` settles, even if it fails. */
async function disposing<T>(work: (held: <U extends Tensor>(tensor: U) => U) => Promise<T>): Promise<T> {
  const tensors: Tensor[] = [];
  try {
    return await work((tensor) => {
      tensors.push(tensor);
      return tensor;
    });
  } finally {
    dispose(tensors);
  }
}
