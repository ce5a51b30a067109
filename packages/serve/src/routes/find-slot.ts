import { RequestError } from "../answers/request-error.ts";
import { shown } from "../answers/shown.ts";
import type { ModelSlot } from "../models/model-slot.ts";

/** Returns the model with this name; throws `unknown_model` if there is none. */
export type FindSlot = (name: string) => ModelSlot;

export function createFindSlot(slots: ReadonlyMap<string, ModelSlot>): FindSlot {
  return (name) => {
    const slot = slots.get(name);
    if (slot !== undefined) return slot;
    const known = [...slots.keys()].slice(0, 10).join(", ");
    throw new RequestError("unknown_model", `there is no model ${shown(name)}; expected one of ${known}`);
  };
}
