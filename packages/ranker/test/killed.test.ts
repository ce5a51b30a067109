import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { inDirectory, killAndFinish } from "./killing.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);

test(`a training that is killed three times ends as if it had not been (TIERWISE_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const whole = await inDirectory((directory) => killAndFinish(directory, 0, () => 0));
  const interrupted = await inDirectory((directory) => killAndFinish(directory, 3, randomStream(seed)));
  expect(interrupted.equals(whole)).toBe(true);
});
