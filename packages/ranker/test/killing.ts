import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadRanker } from "@tierwise/ranker";

const script = new URL("./killed-training.ts", import.meta.url).pathname;

/** A directory for one test. */
export async function inDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "tierwise-ranker-"));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs the training in a process of its own; true where it came to its end. With `killAfter` it is killed so many milliseconds after
 * there is a checkpoint.
 */
function runTraining(directory: string, killAfter?: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--no-warnings", script, directory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
      if (killAfter !== undefined && output.includes("checkpoint")) setTimeout(() => child.kill("SIGKILL"), killAfter);
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL") reject(new Error(`the training ended with ${code ?? signal}`));
      else resolve(output.includes("finished"));
    });
  });
}

/**
 * Kills a training so many times, at moments that `random` gives, then lets it come to its end. After every kill the last
 * complete checkpoint must load. Returns the final weights.
 */
export async function killAndFinish(directory: string, kills: number, random: () => number): Promise<Buffer> {
  for (let kill = 0; kill < kills; kill++) {
    const finished = await runTraining(directory, 100 * random());
    if (finished) throw new Error("the training was over before it could be killed");
    await loadRanker(directory);
  }
  if (!(await runTraining(directory))) throw new Error("the training did not finish");
  return weightBytes(await loadRanker(directory));
}

/** The weights of a ranker, to compare to the bit. */
export function weightBytes({ weights: { input, output } }: Awaited<ReturnType<typeof loadRanker>>): Buffer {
  const arrays = [input.weights, input.bias, output.weights, output.bias];
  return Buffer.concat(arrays.map((array) => Buffer.from(array.slice().buffer)));
}
