import { adamStep, allocate, columnRange, columnSums, type Kernels, matrix, type Task } from "@tierwise/kernels";
import { itemsAtOnce, ranges, rowsAtOnce } from "../../model/layers.ts";
import * as control from "../../network/control.ts";
import { forEachCount } from "../../network/scoring-tasks.ts";
import { addGlasGradient } from "./glas-gradient.ts";
import type { ItemPanel } from "./item-panel.ts";
import type { TrainingNetwork } from "./training-arrays.ts";

/** Tasks for the panel of items that starts at `control.panelStart`. */
export interface PanelTasks {
  /** Per block of `rowsAtOnce` rows: copies d loss/d scores of the panel's items. */
  readonly copyPanel: Task;
  /** Per block of `itemsAtOnce` items of the panel: takes the Adam step for their weights and biases. */
  readonly updatePanel: Task;
}

/** The number of blocks in a panel of `items` items. */
export function panelBlocks(items: number): number {
  return Math.ceil(items / itemsAtOnce);
}

/** The tasks before and after the native products of a panel, for one thread. */
export function panelTasks(network: TrainingNetwork, panel: ItemPanel, kernels: Kernels): PanelTasks {
  const { output, outputMoments, options, shape, control: now } = network;
  const { hidden, itemCount } = shape;
  const biasGradient = allocate(output.memory, Float32Array, Math.min(itemsAtOnce, itemCount));
  const scoresOf = forEachCount((rows) => matrix(output.scores, rows, itemCount));
  const blocks = ranges(itemCount, itemsAtOnce).map(({ from, to }) => {
    const start = from % panel.itemCount;
    const weights = { from: from * hidden, to: to * hidden };
    const gradient = panel.weightsGradient.subarray(start * hidden, (start + to - from) * hidden);
    return {
      from,
      to,
      gradient,
      biasGradient: biasGradient.subarray(0, to - from),
      adam: {
        weights: output.weights.subarray(weights.from, weights.to),
        gradient,
        first: outputMoments.first.weights.subarray(weights.from, weights.to),
        second: outputMoments.second.weights.subarray(weights.from, weights.to),
      },
      biasAdam: {
        weights: output.bias.subarray(from, to),
        gradient: biasGradient.subarray(0, to - from),
        first: outputMoments.first.bias.subarray(from, to),
        second: outputMoments.second.bias.subarray(from, to),
      },
    };
  });

  return {
    copyPanel(block) {
      const from = now[control.panelStart];
      const count = Math.min(panel.itemCount, itemCount - from);
      const end = Math.min((block + 1) * rowsAtOnce, now[control.rowCount]);
      for (let row = block * rowsAtOnce; row < end; row++) {
        const at = row * itemCount + from;
        panel.scoreGradient.set(output.scores.subarray(at, at + count), row * count);
      }
    },
    updatePanel(block) {
      const own = blocks[now[control.panelStart] / itemsAtOnce + block];
      const step = { step: now[control.step], learningRate: now[control.rate] };
      columnSums(kernels, own.biasGradient, columnRange(scoresOf(now[control.rowCount]), own.from, own.to));
      if (network.glas !== undefined) addGlasGradient(network, network.glas, own.gradient, own);
      adamStep(kernels, own.adam, { ...step, weightDecay: options.weightDecay });
      adamStep(kernels, own.biasAdam, step);
    },
  };
}
