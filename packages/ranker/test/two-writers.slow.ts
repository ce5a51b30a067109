import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { reference } from "./killing.ts";
import { twoWriters } from "./two-writers.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);
const rounds = 40;

test(`the directory is not damaged if two processes train in it ${rounds} times, even if they are killed (TIERWISE_SEED=${seed})`, async () => {
  const whole = await reference("ensemble");
  const random = randomStream(seed);
  for (let round = 0; round < rounds; round++) {
    // In every fourth round, neither process is killed.
    const killAfter = round % 4 === 0 ? undefined : whole.lasted * random();
    expect(await twoWriters("ensemble", whole, killAfter), `round ${round}`).toEqual({ apart: true, intact: true });
  }
});
