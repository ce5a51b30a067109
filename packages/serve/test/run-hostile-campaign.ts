import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { plainRanker } from "./example-models.ts";
import { expectedAnswers } from "./expected-answers.ts";
import { type Campaign, hostileCampaign } from "./hostile-load.ts";

const token = "the-token";

/** Serves a model in another process and sends valid and hostile requests for a given time; the process must end with code 0. */
export async function runHostileCampaign(folder: string, seconds: number): Promise<Campaign> {
  const seed = Number(process.env["TIERWISE_FUZZ_SEED"] ?? Date.now() % 1_000_000);
  process.stdout.write(`seed ${seed}\n`);
  const ranker = plainRanker();
  const path = join(folder, "model");
  await ranker.save(path);
  const child = fork(new URL("./serve-in-process.ts", import.meta.url), [path, token]);
  try {
    const [address] = (await once(child, "message")) as [string];
    const expected = await expectedAnswers(ranker, 60, seed);
    return await hostileCampaign(address, child.pid ?? 0, { seconds, seed, expected, token });
  } finally {
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  }
}
