import type { TrainedKind } from "../thread/messages.ts";
import { startRankingThread } from "../thread/start-ranking-thread.ts";
import { collectLists } from "./document-served-model.ts";
import { collectRows } from "./feature-served-model.ts";
import type { LoadOptions, ServedModel } from "./served-model.ts";

/** Loads a model in its own thread, so that ranking does not delay other requests. */
export async function loadTrained(
  path: string,
  kind: TrainedKind,
  options: LoadOptions,
  onBatch: (rows: number) => void,
): Promise<ServedModel> {
  const { model, rank, rankLists, isAlive, stop } = await startRankingThread({ path, kind, wide: options.wide });
  const calls = { limits: options, lanes: 2, onBatch };
  const thread = { isAlive, stop };
  return model.kind === "documents"
    ? { ...collectLists(model, rankLists, calls), ...thread }
    : { ...collectRows(model, rank, calls), ...thread };
}
