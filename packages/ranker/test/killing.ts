import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createRanker,
  loadModel,
  openModelDirectory,
  type Ranker,
  type TrainedModel,
  trainModel,
} from "@tierwise/ranker";
import { tinyData, tinySizes } from "./tiny-data.ts";

const script = join(import.meta.dirname, "./killed-training.ts");

/** The kinds of training runs to kill; `replace-…` replaces a model of another kind, and `extend-…` extends a model. */
export const kinds = [
  "ranker",
  "model",
  "ensemble",
  "negatives",
  "replace-model",
  "replace-ensemble",
  "extend-model",
  "extend-ensemble",
] as const;
export type Kind = (typeof kinds)[number];

export async function inDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "tierwise-ranker-"));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export interface Ended {
  readonly finished: boolean;
  readonly stderr: string;
  /** The time when the run acquired the directory, or 0 if it never did. */
  readonly began: number;
  /** The time when the run was killed; ∞ if it was not killed. */
  readonly killedAt: number;
  /** The duration of the run in milliseconds. */
  readonly lasted: number;
}

/** Trains in a separate process; if `killAfter` is given, the process is killed that many milliseconds after it starts. */
export function runTraining(directory: string, kind: Kind, killAfter?: number): Promise<Ended> {
  const [what, whose] = kind.split("-");
  const words = whose === undefined ? [kind] : [whose, what];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--no-warnings", script, directory, ...words], { stdio: "pipe" });
    let [output, stderr, began, killedAt] = ["", "", 0, Number.POSITIVE_INFINITY];
    const kill = (): void => {
      killedAt = performance.now();
      child.kill("SIGKILL");
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (began === 0) {
        began = performance.now();
        if (killAfter !== undefined) setTimeout(kill, killAfter);
      }
      output += text;
    });
    child.on("error", reject);
    child.on("close", () => {
      const lasted = performance.now() - began;
      resolve({ finished: output.includes("finished"), stderr, began, killedAt, lasted });
    });
  });
}

/** The result of an uninterrupted training run, for comparison with runs that are killed. */
export interface Reference {
  readonly bytes: Buffer;
  readonly lasted: number;
}

/** Writes the model that a training run of this kind replaces or extends; returns its directory, or undefined if there is none. */
export async function oldModel(directory: string, kind: Kind): Promise<string | undefined> {
  const { hidden } = tinySizes;
  if (kind.startsWith("extend-")) {
    const members = kind === "extend-ensemble" ? 2 : 1;
    await trainModel(directory, tinyData(100), { hidden, members, epochs: 1, seed: 9, keepMoments: true });
  } else if (kind.startsWith("replace-")) await createRanker({ ...tinySizes, hidden: 8, seed: 9 }).save(directory);
  else return undefined;
  return directory;
}

/** Trains without interruption, in a copy of the directory of the old model, if there is one. */
export async function reference(kind: Kind, old?: string): Promise<Reference> {
  return inDirectory(async (directory) => {
    if (old !== undefined) await cp(old, directory, { recursive: true });
    const { finished, lasted, stderr } = await runTraining(directory, kind);
    if (!finished) throw new Error(`training did not finish: ${stderr}`);
    return { bytes: modelBytes(await loadModel(directory)), lasted };
  });
}

/**
 * Kills a training run up to `kills` times at random moments, then lets it finish. After every kill, it must be possible to load or resume
 * the model. Until the new model is complete, the old model must load unchanged. Returns the final weights and the number of kills, which
 * is less than `kills` if training ends early.
 */
export async function killAndFinish(
  directory: string,
  kind: Kind,
  {
    kills,
    random,
    old,
    uninterrupted: { bytes: complete, lasted },
  }: { kills: number; random: () => number; old?: string; uninterrupted: Reference },
): Promise<{ readonly bytes: Buffer; readonly killed: number }> {
  if (old !== undefined) await cp(old, directory, { recursive: true });
  const before = old === undefined ? undefined : modelBytes(await loadModel(old));
  let killed = 0;
  let end = { finished: false, stderr: "" };
  while (killed < kills && !end.finished) {
    end = await runTraining(directory, kind, (1.2 * lasted * random()) / Math.max(1, kills / 2));
    if (!end.finished) killed++;
    await checkIntact(directory, before, complete);
  }
  if (!end.finished) end = await runTraining(directory, kind);
  if (!end.finished) throw new Error(`training did not finish: ${end.stderr}`);
  const model = await loadModel(directory);
  if (!model.finished) throw new Error("training reported that it finished, but the model is unfinished");
  const strays = (await readdir(directory)).filter((file) => !/^(ranker\.json|.*\.bin)$/.test(file));
  if (strays.length > 0) throw new Error(`files were left behind: ${strays.join()}`);
  return { bytes: modelBytes(model), killed };
}

/**
 * Throws an error unless the directory can be loaded or is still empty. If a model is being replaced, the complete old model must be loaded
 * or, if the process was killed after the models were exchanged, the complete new model.
 */
async function checkIntact(directory: string, before: Buffer | undefined, complete: Buffer): Promise<void> {
  const place = await openModelDirectory(directory);
  const status = place.status();
  await place.close();
  if (status.state === "damaged") throw new Error(status.reason);
  if (status.state === "empty") {
    if (before !== undefined) throw new Error("the old model is gone");
    return;
  }
  const bytes = modelBytes(await loadModel(directory));
  if (before === undefined) return;
  if (!before.equals(bytes) && !complete.equals(bytes)) throw new Error("the old model was changed");
}

/** The weights of a ranker as bytes, for bit-for-bit comparison. */
export function weightBytes({ weights: { input, output } }: Ranker): Buffer {
  const arrays = [input.weights, input.bias, output.weights, output.bias];
  return Buffer.concat(arrays.map((array) => Buffer.from(array.slice().buffer)));
}

export function modelBytes({ members }: TrainedModel): Buffer {
  return Buffer.concat(members.map(weightBytes));
}

/** Waits until training is canceled; if it ends in any other way, throws an error. */
export async function aborted(training: Promise<unknown>): Promise<void> {
  const name = await training.then(
    () => "none",
    (error: Error) => error.name,
  );
  if (name !== "AbortError") throw new Error(`training ended with ${name}; expected an AbortError`);
}
