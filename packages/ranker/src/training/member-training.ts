import { fromJson, type StoredMember } from "../store/header.ts";
import { checkSettings, type TrainingSettings } from "./settings.ts";
import { initialState, type TrainingState } from "./state.ts";

/** What a header stores about the training of a member. */
export interface MemberTraining {
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  readonly data: string;
}

/** The training information of a member; undefined if it was saved without training. Throws if it is incomplete. */
export function memberTraining({ training }: StoredMember<unknown>, directory: string): MemberTraining | undefined {
  if (training === undefined) return undefined;
  const { settings, state, data } = (fromJson(training) ?? {}) as Partial<MemberTraining>;
  const complete = Object.keys(initialState()).every((key) => state != null && Object.hasOwn(state, key));
  const valid = complete && typeof data === "string" && Array.isArray(settings?.learningRates);
  if (settings == null || state == null || !valid) {
    throw new Error(`${directory} has a header with incomplete training information; the file is damaged`);
  }
  checkSettings(settings);
  return { settings, state, data };
}
