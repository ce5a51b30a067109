import { dispose, type Tensor, type Tensor2D, tensor2d } from "@tensorflow/tfjs-core";
import { type BackendName, resolveBackend } from "@tierwise/losses/tfjs";
import type { PreparedData } from "../../data/training-data.ts";
import * as control from "../../network/control.ts";
import { blockCount } from "../../network/scoring-tasks.ts";
import type { Engine, EngineOptions, OutputLayer, OutputLayerHost } from "../kernels/engine.ts";
import { networkEngine } from "../kernels/kernel-engine.ts";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";
import { type DeviceLoss, deviceLoss, hasDeviceLoss } from "./device-loss.ts";
import { glasRows } from "./glas-rows.ts";
import { outputVariables } from "./output-variables.ts";

/** A backend that is ready. */
export interface ReadyBackend {
  /** What is in use, in a sentence. */
  readonly sentence: string;
  /** Whether tensors live on a graphics card, from which scores are better not read. */
  readonly graphicsCard: boolean;
}

/** Makes a backend of tfjs the one in use: the one named, or the best that is there. Throws a sentence where there is none. */
export async function readyBackend(name: BackendName | undefined): Promise<ReadyBackend> {
  const { name: found, sentence, graphicsCard } = await resolveBackend(name);
  if (found === undefined) throw new Error(sentence);
  return { sentence, graphicsCard };
}

/** How the tfjs engine trains. */
export interface TfjsEngineOptions extends EngineOptions {
  /** What {@link readyBackend} made ready. */
  readonly backend: ReadyBackend;
  /**
   * Where losses are computed, if they can be: on the `"device"` scores stay there, on the `"host"` they are exact and use all threads.
   * Default: on graphics cards the device, otherwise the host.
   */
  readonly lossOn?: "device" | "host";
}

/**
 * Training with the output layer, its moments, the scores and where possible the loss on the device of tfjs. The sparse input layer is
 * the kernels' on the host, as are the masks of dropout: hidden units go to the device, d loss/d hidden comes back.
 */
export function tfjsEngine(
  network: TrainingNetwork,
  data: PreparedData,
  { backend, lossOn, ...options }: TfjsEngineOptions,
): Promise<Engine> {
  const onDevice = (lossOn ?? (backend.graphicsCard ? "device" : "host")) === "device";
  const useDeviceLoss = onDevice && options.given === undefined && hasDeviceLoss(network.loss);
  return networkEngine(network, data, options, backend.sentence, (host) => tfjsOutput(host, useDeviceLoss));
}

/** The output layer on the device. */
function tfjsOutput({ network, pool, losses, clock }: OutputLayerHost, useDeviceLoss: boolean): OutputLayer {
  const { shape, output, control: now, options } = network;
  const layer = outputVariables(network);

  /** A copy of the first rows of an array: backends may keep what they are given. */
  const upload = (array: Float32Array, rows: number, columns: number): Tensor2D =>
    tensor2d(array.slice(0, rows * columns), [rows, columns]);

  async function hostLoss(scores: Tensor2D, rows: number): Promise<DeviceLoss> {
    output.scores.set(await scores.data<"float32">());
    const sum = await losses(rows, true);
    return { sum, gradient: upload(output.scores, rows, shape.items) };
  }

  return {
    forward: (rows) =>
      disposing(async (held) => {
        const hidden = held(upload(output.hidden, rows, shape.hidden));
        const scores = held(layer.scores(hidden));
        output.scores.set(await scores.data<"float32">());
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

/** `tidy` for work that waits: disposes in the end, also after an error, of the tensors that were passed to `held`. */
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
