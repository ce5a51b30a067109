import { randomStream } from "@tierwise/random";
import { createRanker } from "@tierwise/ranker";
import { expect, test } from "vitest";
import { inDirectory, killAndFinish, kinds, reference } from "./killing.ts";
import { tinySizes } from "./tiny-data.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);
const kills = 20;

test.each(kinds)(
  `%s, killed ${kills} times, ends with the result of an uninterrupted run (TIERWISE_SEED=${seed})`,
  async (kind) => {
    const { bytes, lasted } = await reference(kind);
    await inDirectory(async (old) => {
      await createRanker({ ...tinySizes, hidden: 8, seed: 9 }).save(old);
      const replaced = kind.startsWith("replace") ? { old } : {};
      let killed = 0;
      for (let round = 0; killed < kills; round++) {
        const random = randomStream(seed, kinds.indexOf(kind), round);
        const interrupted = await inDirectory((directory) =>
          killAndFinish(directory, kind, { kills: Math.min(4, kills - killed), lasted, random, ...replaced }),
        );
        expect(interrupted.bytes.equals(bytes)).toBe(true);
        killed += interrupted.killed;
      }
    });
  },
);
