import { measureTfjs } from "../peers/tfjs-backends.ts";
import type { Suite } from "../timing/suite.ts";

/** PL-Partition on tfjs tensors and the tfjs engine, compared with typed arrays and the kernels. */
export const tfjsLosses: Suite = {
  name: "tfjs",
  group: "The losses: cost against N",
  title:
    "tfjs backends: PL-Partition of a batch compared with typed arrays, and a training step compared with the kernels",
  run: measureTfjs,
};
