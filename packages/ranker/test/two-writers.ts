import { loadModel, openModelDirectory } from "@tierwise/ranker";
import { type Ended, inDirectory, type Kind, modelBytes, type Reference, runTraining } from "./killing.ts";

/** The outcome of two processes that trained in the same directory at the same time. */
export interface TwoWriters {
  /** Whether one process was rejected with an error that names the other, or acquired the directory only after the other was killed. */
  readonly apart: boolean;
  /** Whether the model equals the model that one process trains alone. */
  readonly intact: boolean;
}

/** Runs two processes that train in the same directory; with `killAfter`, both are killed, and a third process resumes training. */
export async function twoWriters(kind: Kind, { bytes }: Reference, killAfter: number | undefined): Promise<TwoWriters> {
  return inDirectory(async (directory) => {
    const ends = await Promise.all([runTraining(directory, kind, killAfter), runTraining(directory, kind, killAfter)]);
    const place = await openModelDirectory(directory);
    const { state } = place.status();
    await place.close();
    if (state === "training" || state === "empty") await runTraining(directory, kind);
    const model = await loadModel(directory);
    return {
      apart: ends.some(wasRefused) || followed(ends),
      intact: model.finished && modelBytes(model).equals(bytes),
    };
  });
}

function wasRefused({ stderr }: Ended): boolean {
  return /is being written by another process \(pid \d+ on \S+, since \S+\)/.test(stderr);
}

function followed([one, other]: readonly Ended[]): boolean {
  return one.began >= other.killedAt || other.began >= one.killedAt;
}
