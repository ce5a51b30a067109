import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { inDirectory, killAndFinish, kinds, oldModel, reference } from "./killing.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);
const kills = 30;

test.each(kinds)(
  `%s: training killed ${kills} times gives the result of an uninterrupted run (TIERWISE_SEED=${seed})`,
  async (kind) => {
    await inDirectory(async (folder) => {
      const old = await oldModel(folder, kind);
      const uninterrupted = await reference(kind, old);
      const replaced = old === undefined ? {} : { old };
      let killed = 0;
      for (let round = 0; killed < kills; round++) {
        const random = randomStream(seed, kinds.indexOf(kind), round);
        const interrupted = await inDirectory((directory) =>
          killAndFinish(directory, kind, { kills: Math.min(4, kills - killed), uninterrupted, random, ...replaced }),
        );
        expect(interrupted.bytes.equals(uninterrupted.bytes)).toBe(true);
        killed += interrupted.killed;
      }
    });
  },
);
