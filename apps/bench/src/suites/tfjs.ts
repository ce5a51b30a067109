import type { Suite } from "../suite.ts";

/** PL-Partition on tfjs tensors and the tfjs engine, against typed arrays and the kernels. */
export const tfjsLosses: Suite = {
  name: "tfjs",
  group: "The losses: cost against N",
  title:
    "tfjs backends: PL-Partition of a batch on tensors against typed arrays, and a training step against the kernels",
  async run(options) {
    // Only here: every suite has a process of its own, and no other needs tfjs.
    const { measureTfjs } = await import("../tfjs-backends.ts");
    return measureTfjs(options);
  },
};
