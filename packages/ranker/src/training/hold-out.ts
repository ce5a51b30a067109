import { randomPermutation, randomStream } from "@tierwise/random";

/** Which rows are trained on and which are held out. */
export interface HeldOut {
  readonly train: Int32Array;
  readonly validation: Int32Array;
}

/** Holds out a random share of rows: what `splitRows` of `@tierwise/datasets-xml` does, which a browser cannot load. */
export function holdOut(rowCount: number, share: number, seed: number): HeldOut {
  const order = randomPermutation(rowCount, randomStream(seed, 0));
  const held = Math.round(share * rowCount);
  return { train: order.slice(held).sort(), validation: order.slice(0, held).sort() };
}
