import { loadServedModel, readServedVersion, stampOf } from "./model-files.ts";
import type { LoadOptions, ServedModel } from "./served-model.ts";

/** A named model, whose version can change while it is served. */
export interface ModelSlot {
  readonly name: string;
  /** The version that answers new requests. Requests in progress are answered by the version that they started with. */
  readonly current: () => ServedModel;
  /** Loads the model if it has changed; returns whether it has. If loading fails, throws and keeps the old version. */
  readonly reload: () => Promise<boolean>;
  /** The number of rows that are waiting or being ranked, in all versions. */
  readonly pendingRows: () => number;
  /** Resolves when all versions have answered their requests and all threads have ended. */
  readonly close: () => Promise<void>;
}

/** The coarsest resolution of file timestamps, in milliseconds: two changes within this time can have the same timestamp. */
const stampSettles = 2000;

/** Loads a model from a path and keeps it up to date. */
export async function openSlot(
  name: string,
  path: string,
  options: LoadOptions,
  onBatch: (rows: number) => void,
): Promise<ModelSlot> {
  let seen = await stampOf(path);
  let seenAt = Date.now();
  let settled = false;
  let model = await loadServedModel(path, options, onBatch);
  const replaced = new Set<ServedModel>();
  let reloading: Promise<boolean> | undefined;

  async function reload(): Promise<boolean> {
    const stamp = await stampOf(path);
    if (stamp === seen && settled && model.isAlive()) return false;
    // A second change soon after the first may leave the timestamp unchanged, so a recent timestamp is checked again later.
    if (stamp !== seen) seenAt = Date.now();
    seen = stamp;
    settled = Date.now() - seenAt > stampSettles;
    if (model.isAlive() && (await readServedVersion(path)) === model.version) return false;
    const next = await loadServedModel(path, options, onBatch);
    const old = model;
    model = next;
    replaced.add(old);
    void retire(old);
    return true;
  }

  async function retire(old: ServedModel): Promise<void> {
    await old.drained();
    await old.stop();
    replaced.delete(old);
  }

  return {
    name,
    current: () => model,
    reload() {
      reloading ??= reload().finally(() => {
        reloading = undefined;
      });
      return reloading;
    },
    pendingRows: () => [model, ...replaced].reduce((sum, version) => sum + version.pendingRows(), 0),
    async close() {
      await reloading?.catch(() => {});
      await Promise.all([model, ...replaced].map(retire));
    },
  };
}

/** A slot for a model in memory, which never changes. */
export function fixedSlot(name: string, model: ServedModel): ModelSlot {
  return {
    name,
    current: () => model,
    reload: () => Promise.resolve(false),
    pendingRows: model.pendingRows,
    close: model.drained,
  };
}
