import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { inDirectory, killAndFinish, oldModel, reference } from "./killing.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);

test.each([
  ["ranker", 2],
  ["ensemble", 3],
  ["negatives", 2],
  ["replace-ensemble", 3],
  ["extend-ensemble", 5],
] as const)(
  `%s: training killed up to %i times gives the result of an uninterrupted run (TIERWISE_SEED=${seed})`,
  {
    timeout: 300_000,
  },
  async (kind, kills) => {
    await inDirectory(async (folder) => {
      const old = await oldModel(folder, kind);
      const uninterrupted = await reference(kind, old);
      const random = randomStream(seed, kills);
      const replaced = old === undefined ? {} : { old };
      const interrupted = await inDirectory((directory) =>
        killAndFinish(directory, kind, { kills, uninterrupted, random, ...replaced }),
      );
      expect(interrupted.bytes.equals(uninterrupted.bytes)).toBe(true);
    });
  },
);
