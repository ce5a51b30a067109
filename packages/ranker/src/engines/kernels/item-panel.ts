import { allocate } from "@tierwise/kernels";
import type { NetworkShape } from "../../model/layers.ts";
import type { Network } from "../../network/network.ts";

/**
 * The maximum number of items per panel. The weights of a panel, their gradient and the gradient of its scores stay in the L3 cache
 * between the products and the Adam step.
 */
const mostItems = 4096;

/** Arrays for one panel of items at a time, in the memory of the output layer. */
export interface ItemPanel {
  /** The number of items per panel. */
  readonly itemCount: number;
  /** Batch × items of the panel: d loss/d scores. Empty if the panel contains all items, because the scores then have this layout. */
  readonly scoreGradient: Float32Array;
  /** Items of the panel × hidden: d loss/d weights. */
  readonly weightsGradient: Float32Array;
  /** Batch × hidden, twice: d loss/d hidden summed over all panels up to the last one, and up to the one before it. */
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
