import { basename, resolve } from "node:path";
import type { ModelEntry } from "../options/server-options.ts";
import { fixedSlot, type ModelSlot, openSlot } from "./model-slot.ts";
import { serveObject } from "./serve-object.ts";
import type { LoadOptions } from "./served-model.ts";

/** Loads all models. Names are checked first. */
export async function openModels(
  entries: readonly ModelEntry[],
  options: LoadOptions,
  onBatch: (model: string, rows: number) => void,
): Promise<Map<string, ModelSlot>> {
  const named = entries.map((entry, i) => ({ entry, name: checkedName(entry, i) }));
  const twice = named.find(({ name }, i) => named.findIndex((other) => other.name === name) < i);
  if (twice !== undefined) {
    throw new RangeError(`models contains the name ${JSON.stringify(twice.name)} twice; expected different names`);
  }
  const slots = new Map<string, ModelSlot>();
  for (const { entry, name } of named) {
    const count = (rows: number): void => onBatch(name, rows);
    if (typeof entry === "object" && "model" in entry) {
      slots.set(name, fixedSlot(name, serveObject(entry.model, entry.version ?? "1", options, count)));
    } else {
      slots.set(name, await openSlot(name, typeof entry === "string" ? entry : entry.path, options, count));
    }
  }
  return slots;
}

function checkedName(entry: ModelEntry, i: number): string {
  const name = nameOf(entry);
  if (/^[^/?#\p{Cc}]{1,200}$/u.test(name) && name !== "." && name !== "..") return name;
  throw new RangeError(
    `models[${i}] has the name ${JSON.stringify(name)}; expected 1 to 200 characters without /, ?, # and control characters`,
  );
}

function nameOf(entry: ModelEntry): string {
  if (typeof entry === "object" && entry.name !== undefined) return entry.name;
  const path = typeof entry === "string" ? entry : (entry as { readonly path: string }).path;
  return basename(resolve(path)).replace(/(?<=.)(?:\.tierwise|(?:\.tsv|\.json)(?:\.gz)?)$/i, "");
}
