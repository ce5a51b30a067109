import { allocate } from "@tierwise/kernels";
import type { NetworkShape } from "../../model/layers.ts";
import type { Network } from "../../network/network.ts";

/**
 * The maximum number of items per panel. The weights of a panel, their gradient and the gradient of its scores stay in the L3 cache
 * between the products and the Adam step.
 */
const mostItems = 4096;

/** The arrays for one panel of items, in the memory of the output layer. */
export interface ItemPanel {
  /** The number of items per panel. */
  readonly itemCount: number;
  /** d loss/d scores, batch × items of the panel. Empty if the panel contains all items, because the scores then have this layout. */
  readonly scoreGradient: Float32Array;
  /** d loss/d weights, items of the panel × hidden. */
  readonly weightsGradient: Float32Array;
  /** d loss/d hidden, batch × hidden, twice: summed over all panels so far, and over all but the most recent panel. */
  readonly hiddenGradients: readonly [Float32Array, Float32Array];
}

interface PanelLengths {
  readonly items: number;
  readonly scoreGradient: number;
  readonly weightsGradient: number;
  readonly hiddenGradient: number;
}

function lengthsOf({ itemCount, hidden }: NetworkShape, batchRows: number): PanelLengths {
  const items = Math.min(itemCount, mostItems);
  return {
    items,
    scoreGradient: items < itemCount ? items * batchRows : 0,
    weightsGradient: items * hidden,
    hiddenGradient: batchRows * hidden,
  };
}

/** The number of bytes that {@link allocatePanel} needs. */
export function panelBytes(shape: NetworkShape, batchRows: number): number {
  const { scoreGradient, weightsGradient, hiddenGradient } = lengthsOf(shape, batchRows);
  return 4 * (scoreGradient + weightsGradient + 2 * hiddenGradient) + 4 * 64;
}

/** Allocates the arrays of a panel. */
export function allocatePanel({ shape, batchRows, output: { memory } }: Network): ItemPanel {
  const { items, scoreGradient, weightsGradient, hiddenGradient } = lengthsOf(shape, batchRows);
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  return {
    itemCount: items,
    scoreGradient: floats(scoreGradient),
    weightsGradient: floats(weightsGradient),
    hiddenGradients: [floats(hiddenGradient), floats(hiddenGradient)],
  };
}
