import type { PreparedData } from "../../data/training-data.ts";
import { ranges } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { blockCount, forEachCount } from "../../network/scoring-tasks.ts";
import type { Engine, EngineOptions, OutputLayer, OutputLayerHost } from "../kernels/engine.ts";
import { computeGlas } from "../kernels/glas-gradient.ts";
import { allocatePanel, type ItemPanel } from "../kernels/item-panel.ts";
import { networkEngine } from "../kernels/kernel-engine.ts";
import { panelBlocks } from "../kernels/panel-tasks.ts";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";
import { type BackwardTensors, type ForwardTensors, type NativeProducts, nativeTensor } from "./native-products.ts";
import { productsForShape } from "./products-for-shape.ts";

export { nativeIsFaster } from "./native-is-faster.ts";
export { usesSharedMemory } from "./native-products.ts";

/**
 * An engine that multiplies the matrices of the output layer with onnxruntime, in place in the memory of the network; the kernels compute
 * everything else.
 */
export async function nativeEngine(
  network: TrainingNetwork,
  data: PreparedData,
  options: EngineOptions,
): Promise<Engine> {
  const panel = allocatePanel(network);
  const tensors = tensorsOf(network, panel);
  const { products, threads } = await productsForShape(tensors(network.batchRows), options.threads);
  const sentence = (kernelThreads: number): string =>
    `onnxruntime multiplies matrices on ${threadsInWords(threads)}, ` +
    `and the ${network.module.kernelBuild} kernels run on ${threadsInWords(kernelThreads)}.`;
  return networkEngine({ ...network, panel }, data, options, sentence, (host) =>
    nativeOutput(host, panel, products, tensors),
  );
}

function threadsInWords(threads: number): string {
  return threads === 1 ? "one thread" : `${threads} threads`;
}

/** The tensors of a batch: for its scores, and for the gradients of each panel. */
interface BatchTensors {
  readonly forward: ForwardTensors;
  readonly panels: readonly (BackwardTensors & { readonly from: number; readonly items: number })[];
}

/** Returns the tensors for any number of rows. They are views of the memory of the network. */
function tensorsOf({ output, shape, batchRows }: TrainingNetwork, panel: ItemPanel): (rows: number) => BatchTensors {
  const { hidden: units, itemCount } = shape;
  const { scoreGradient, weightsGradient, hiddenGradients } = panel;
  const zeros = new Float32Array(batchRows * units);
  const tensor = (array: Float32Array, start: number, rows: number, columns: number) =>
    nativeTensor({ data: array.subarray(start, start + rows * columns), rows, columns });
  return forEachCount((rows) => {
    const hidden = tensor(output.hidden, 0, rows, units);
    const scores = tensor(output.scores, 0, rows, itemCount);
    return {
      forward: {
        hidden,
        weights: tensor(output.weights, 0, itemCount, units),
        bias: tensor(output.bias, 0, 1, itemCount),
        scores,
      },
      panels: ranges(itemCount, panel.itemCount).map(({ from, to }, i) => ({
        from,
        items: to - from,
        hidden,
        weights: tensor(output.weights, from * units, to - from, units),
        scoreGradient: scoreGradient.length === 0 ? scores : tensor(scoreGradient, 0, rows, to - from),
        hiddenSum: tensor(i === 0 ? zeros : hiddenGradients[(i - 1) % 2], 0, rows, units),
        hiddenGradient: tensor(hiddenGradients[i % 2], 0, rows, units),
        weightsGradient: tensor(weightsGradient, 0, to - from, units),
      })),
    };
  });
}

function nativeOutput(
  { network, pool, losses, clock }: OutputLayerHost,
  panel: ItemPanel,
  products: NativeProducts,
  tensors: (rows: number) => BatchTensors,
): OutputLayer {
  const { control: now, hiddenGradient, shape } = network;
  return {
    forward: (rows) => products.forward(tensors(rows).forward),
    async train(rows) {
      const { forward, panels } = tensors(rows);
      await products.forward(forward);
      clock.end("forward");
      const sum = await losses(rows, true);
      clock.end("loss");
      if (network.glas !== undefined) await computeGlas(network, network.glas, pool);
      for (const { from, items, ...matrices } of panels) {
        now[control.panelStart] = from;
        if (panels.length > 1) await pool.run("copyPanel", blockCount(rows));
        await products.backward(matrices);
        await pool.run("updatePanel", panelBlocks(items));
      }
      clock.end("backward");
      hiddenGradient.set(panel.hiddenGradients[(panels.length - 1) % 2].subarray(0, rows * shape.hidden));
      await pool.run("throughHidden", blockCount(rows));
      clock.end("reduce");
      return sum;
    },
    // onnxruntime computes on the arrays of the network.
    push: () => {},
    pull: () => Promise.resolve(),
    close: () => void products.close(),
  };
}
