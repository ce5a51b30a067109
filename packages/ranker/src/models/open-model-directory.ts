import type { ModelStore } from "../checkpoint/model-store.ts";
import type { ModelStatus } from "./model-status.ts";

/** A model's directory that this process alone writes to, until it is closed. */
export interface ModelDirectory {
  /** Where it is. */
  readonly directory: string;
  /** What it holds at the moment. */
  readonly status: () => ModelStatus;
  /** Lets other processes write to it. A directory that was made and has got no model is removed. */
  readonly close: () => Promise<void>;
}

/**
 * Takes a directory for a training, so that what is there can be looked at and nobody else changes it: {@link trainModel} and
 * {@link resumeModel} then train into it. The directory is made where it is missing. One that cannot be written to, or that another
 * process writes to, is refused with a sentence, which names that process; what a process left that was killed is taken over.
 *
 * @param directory - Where the model is, or is to be.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { openModelDirectory } from "@tierwise/ranker";
 *
 * const place = await openModelDirectory(join(await mkdtemp(join(tmpdir(), "ranker-")), "model"));
 * console.log(place.status().state); // empty
 * await place.close();
 * ```
 */
export async function openModelDirectory(directory: string): Promise<ModelDirectory> {
  // Loaded here so that a browser, which has no files, need not find what reads them.
  const { openStore } = await import("../checkpoint/model-store.ts");
  const { modelStatus } = await import("./model-status.ts");
  const store = await openStore(directory);
  const place: ModelDirectory = {
    directory,
    status() {
      const header = store.header();
      if (store.damage !== undefined) return { state: "damaged", reason: store.damage.message };
      return header === undefined ? { state: "empty" } : modelStatus(directory, header);
    },
    close: store.close,
  };
  stores.set(place, store);
  return place;
}

const stores = new WeakMap<ModelDirectory, ModelStore>();

/** Works in a directory that is open already, or opens it for as long as the work takes. */
export async function inModelDirectory<T>(
  given: ModelDirectory | string,
  work: (store: ModelStore, place: ModelDirectory) => Promise<T>,
): Promise<T> {
  const place = typeof given === "string" ? await openModelDirectory(given) : given;
  const store = stores.get(place);
  if (store === undefined) throw new TypeError("directory is not open; expected what openModelDirectory returns");
  try {
    return await work(store, place);
  } finally {
    if (place !== given) await place.close();
  }
}
