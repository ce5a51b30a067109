import { randomStream } from "@tierwise/random";
import { createRanker } from "@tierwise/ranker";
import { expect, test } from "vitest";
import { inDirectory, killAndFinish, reference } from "./killing.ts";
import { tinySizes } from "./tiny-data.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);

test.each([
  ["ranker", 2],
  ["ensemble", 3],
  ["replace-ensemble", 3],
] as const)(
  `%s, killed up to %i times, ends with the result of an uninterrupted run (TIERWISE_SEED=${seed})`,
  {
    timeout: 300_000,
  },
  async (kind, kills) => {
    const { bytes, lasted } = await reference(kind);
    await inDirectory(async (old) => {
      await createRanker({ ...tinySizes, hidden: 8, seed: 9 }).save(old);
      const random = randomStream(seed, kills);
      const replaced = kind.startsWith("replace") ? { old } : {};
      const interrupted = await inDirectory((directory) =>
        killAndFinish(directory, kind, { kills, lasted, random, ...replaced }),
      );
      expect(interrupted.bytes.equals(bytes)).toBe(true);
    });
  },
);
