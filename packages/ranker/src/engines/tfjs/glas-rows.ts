import { type Tensor, tensor2d } from "@tensorflow/tfjs-core";
import type { Pool } from "@tierwise/kernels";
import * as control from "../../network/control.ts";
import { computeGlas, glasFactor } from "../kernels/glas-gradient.ts";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";
import type { OutputVariables, RowGradients } from "./output-variables.ts";

/**
 * The gradient of GLaS for the labels of the batch. The weights of the labels are read from the device, the threads compute the gradient as
 * in the kernels engine, and the gradient is uploaded. Returns undefined if GLaS is disabled or no row of the batch has a label.
 */
export async function glasRows(
  network: TrainingNetwork,
  pool: Pool,
  layer: OutputVariables,
  held: <U extends Tensor>(tensor: U) => U,
): Promise<RowGradients | undefined> {
  const { glas, control: now, shape } = network;
  if (glas === undefined) return undefined;
  const labels = (): Int32Array => glas.labels.slice(0, now[control.labelCount]);
  await computeGlas(network, glas, pool, async () => {
    glas.embeddings.set(await held(layer.rows(labels())).data<"float32">());
  });
  const items = labels();
  if (items.length === 0) return undefined;
  const factor = glasFactor(network, glas);
  const gradient = glas.gradient.slice(0, items.length * shape.hidden).map((x) => factor * x);
  return { items, gradient: held(tensor2d(gradient, [items.length, shape.hidden])) };
}
