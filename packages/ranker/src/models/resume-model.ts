import { loadKernelModule } from "@tierwise/kernels";
import type { ResumedTraining, ResumeOptions } from "../checkpoint/resume-training.ts";
import type { MemberTraining } from "../checkpoint/write-checkpoint.ts";
import type { TrainingData } from "../data/training-data.ts";
import { createRanker } from "../ranker.ts";
import { checkInterval } from "../training/train.ts";
import type { TrainOptions } from "../training/train-options.ts";
import type { Model } from "./model.ts";
import { inModelDirectory, type ModelDirectory } from "./open-model-directory.ts";
import { type MemberProgress, progressOf, trainMembers } from "./train-members.ts";

/** What {@link resumeModel} takes: what a directory cannot hold. */
export interface ResumeModelOptions extends Omit<ResumeOptions, "onProgress"> {
  /** Called with what happens, about twenty times a second, and to which member, from 0. */
  readonly onProgress?: MemberProgress;
}

/**
 * Goes on with the training that a directory holds, of a ranker or of an ensemble, with the settings it was begun with. Members that
 * are finished are loaded, not trained again. Where the training is to replace a model, that model stays until the training is
 * finished. A training that is finished is loaded.
 *
 * @param directory - Where the training is; or that directory, opened.
 * @param data - The data that the training was begun with, in any order of their rows; other data are refused.
 * @param options - Engine, threads, signal and progress; a loss or validation data, where those were given.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { resumeModel, trainModel } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * const data = generateXmlDataset({ rows: 300, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const stop = new AbortController();
 * const onProgress = ({ kind }: { kind: string }) => kind === "epoch" && stop.abort();
 * const options = { members: 2, hidden: 16, epochs: 2, rates: [1e-2] };
 * const { finished } = await trainModel(directory, data, { ...options, signal: stop.signal, onProgress });
 * const model = await resumeModel(directory, data);
 * console.log(finished, model.finished, model.members.length); // false true 2
 * ```
 */
export async function resumeModel(
  directory: ModelDirectory | string,
  data: TrainingData,
  options: ResumeModelOptions = {},
): Promise<Model> {
  const { onProgress, everySeconds, loss: _loss, validation: _validation, ...run } = options;
  checkInterval("everySeconds", everySeconds);
  const { resumeMember } = await import("../checkpoint/resume-training.ts");
  const { memberTraining } = await import("../checkpoint/write-checkpoint.ts");
  return inModelDirectory(directory, async (store) => {
    if (store.damage !== undefined) throw store.damage;
    const model = store.goOn();
    const [first] = model.members;
    const training = memberTraining(first, store.directory);
    const done: ResumedTraining[] = [];
    for (let index = 0; index < model.members.length; index++) {
      const { onProgress: _, ...given } = options;
      done.push(await resumeMember(store, model, index, data, { ...given, ...progressOf(onProgress, index) }));
    }
    const module = await loadKernelModule({ kernelBuild: first.kernelBuild });
    const names = model.itemNames === undefined ? {} : { itemNames: model.itemNames };
    const { shape, normalize, seed } = first;
    return trainMembers(store, data, done, {
      memberCount: model.memberCount,
      createMember: (index) => createRanker({ ...shape, normalize, seed: seed + index, module, ...names }),
      optionsOf: (index) => ({
        ...settingsAgain(training, options),
        ...run,
        ...progressOf(onProgress, index),
        seed: seed + index,
      }),
      everySeconds,
    });
  });
}

/** The options that give the settings which a training was begun with. */
function settingsAgain(
  training: MemberTraining | undefined,
  { loss, validation }: Pick<ResumeModelOptions, "loss" | "validation">,
): TrainOptions {
  if (training === undefined) return {};
  const { loss: spec, validation: held, ...settings } = training.settings;
  const lossAgain = spec === "given" ? loss : spec;
  const heldAgain = held === "given" ? validation : held;
  return {
    ...settings,
    ...(lossAgain === undefined ? {} : { loss: lossAgain }),
    ...(heldAgain === undefined ? {} : { validation: heldAgain }),
  };
}
