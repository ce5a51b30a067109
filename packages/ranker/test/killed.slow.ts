import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { inDirectory, killAndFinish } from "./killing.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);

test(`a training that is killed twenty times ends as if it had not been (TIERWISE_SEED=${seed})`, async () => {
  const whole = await inDirectory((directory) => killAndFinish(directory, 0, () => 0));
  for (let round = 0; round < 4; round++) {
    const random = randomStream(seed, round);
    const interrupted = await inDirectory((directory) => killAndFinish(directory, 5, random));
    expect(interrupted.equals(whole)).toBe(true);
  }
});
