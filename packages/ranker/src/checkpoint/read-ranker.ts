import type { KernelModule } from "@tierwise/kernels";
import { createRanker, type Ranker } from "../ranker.ts";
import type { StoredMember, StoredModel } from "./header.ts";
import type { OpenArrays } from "./model-directory.ts";
import { weightArrays } from "./save-ranker.ts";

/** The ranker that a member of a model is. */
export async function readRanker(
  { read }: OpenArrays,
  { itemNames }: StoredModel,
  member: StoredMember,
  module: KernelModule,
): Promise<Ranker> {
  const { shape, seed, normalize, steps } = member;
  const ranker = createRanker({ ...shape, seed, normalize, module, ...(itemNames === undefined ? {} : { itemNames }) });
  await read(member, weightArrays("weights", ranker.weights));
  ranker.steps = steps;
  return ranker;
}
