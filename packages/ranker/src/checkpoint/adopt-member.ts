import { loadKernelModule } from "@tierwise/kernels";
import { rankerMember, weightArrays } from "../store/header.ts";
import { openArrays } from "../store/model-directory.ts";
import type { ModelStore } from "../store/model-store.ts";
import { memberTraining } from "../training/member-training.ts";
import { namedMoments } from "../training/moments.ts";
import { trainingResult } from "../training/state.ts";
import type { TrainedRanker } from "../training/train.ts";
import { hasMoments, readMemberMoments } from "./read-moments.ts";
import { readRanker } from "./trained-model.ts";

/** Copies the only member of a finished model, which is in another directory, into a store, where the member has the given index. */
export async function adoptMember(store: ModelStore, index: number, directory: string): Promise<TrainedRanker> {
  const arrays = await openArrays(
    directory,
    ({ model }) => model.members,
    () => true,
  );
  try {
    const { model } = arrays.header;
    const [member] = model.members;
    const training = memberTraining(member, directory);
    if (model.memberCount !== 1 || training?.state.finished !== true) {
      throw new Error(`${directory} does not contain the finished training run of a single ranker`);
    }
    const module = await loadKernelModule({ kernelBuild: member.kernelBuild });
    const ranker = await readRanker(arrays, model, member, module);
    const header = { ...rankerMember(ranker), training: member.training };
    const moments = hasMoments(member) ? namedMoments(await readMemberMoments(arrays, member, directory)) : {};
    await store.writeMember(index, header, { ...weightArrays("weights", ranker.weights), ...moments });
    return { ranker, result: trainingResult(ranker, training.settings, training.state) };
  } finally {
    await arrays.close();
  }
}
