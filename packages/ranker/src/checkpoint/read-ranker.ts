import type { KernelModule } from "@tierwise/kernels";
import { createRanker, type Ranker } from "../ranker.ts";
import type { Header } from "./header.ts";
import { readArrays } from "./model-directory.ts";
import { weightArrays } from "./save-ranker.ts";

/** The ranker that a header describes. */
export async function readRanker(directory: string, header: Header, module: KernelModule): Promise<Ranker> {
  const { shape, seed, normalize, steps, itemNames } = header;
  const ranker = createRanker({ ...shape, seed, normalize, module, ...(itemNames === undefined ? {} : { itemNames }) });
  await readArrays(directory, header, weightArrays("weights", ranker.weights));
  ranker.steps = steps;
  return ranker;
}
