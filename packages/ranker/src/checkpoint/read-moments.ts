import { layerLengths, type Weights } from "../model/layers.ts";
import type { StoredMember } from "../store/header.ts";
import { type OpenArrays, openArrays } from "../store/model-directory.ts";
import { memberTraining } from "../training/member-training.ts";
import { isMomentArray, namedMoments, outputSteps, type StoredMoments } from "../training/moments.ts";
import { digestOf, storedModelOf, type TrainedModel } from "./trained-model.ts";

/** Whether a finished member of a model has stored moments. */
export function hasMoments({ arrays }: StoredMember<unknown>): boolean {
  return Object.keys(arrays).some(isMomentArray);
}

/** Reads the moments of a member from the directory of its model. Returns undefined if none are stored; a single file never stores them. */
export async function readMoments(model: TrainedModel, index: number): Promise<StoredMoments | undefined> {
  const stored = storedModelOf(model);
  if (!hasMoments(stored.members[index])) return undefined;
  const { directory } = model;
  const opened = await openArrays(directory, (header) => header.model.members, isMomentArray);
  try {
    const now = opened.header.model;
    if (digestOf(now) !== digestOf(stored)) {
      throw new Error(`${directory} has changed since the model was loaded; load it again`);
    }
    return await readMemberMoments(opened, now.members[index], directory);
  } finally {
    await opened.close();
  }
}

/** Reads the moments of a member whose arrays are open. */
export async function readMemberMoments(
  { read }: Pick<OpenArrays, "read">,
  member: StoredMember,
  directory: string,
): Promise<StoredMoments> {
  const { features: featureCount, hidden, items: itemCount } = member.shape;
  const lengths = layerLengths({ featureCount, hidden, itemCount });
  const zeros = ([weights, bias]: readonly [number, number]): Weights["input"] => ({
    weights: new Float32Array(weights),
    bias: new Float32Array(bias),
  });
  const layers = (): Weights => ({ input: zeros(lengths.input), output: zeros(lengths.output) });
  const arrays = {
    first: layers(),
    second: layers(),
    lastSteps: new Int32Array(featureCount),
    outputLastSteps: Object.hasOwn(member.arrays, outputSteps) ? new Int32Array(itemCount) : undefined,
  };
  await read(member, namedMoments(arrays));
  return { ...arrays, steps: memberTraining(member, directory)?.state.steps ?? 0 };
}
