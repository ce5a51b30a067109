import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";
import { reference } from "./killing.ts";
import { twoWriters } from "./two-writers.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);
const rounds = 40;

test(`${rounds} times two processes train into one directory and are killed (TIERWISE_SEED=${seed})`, async () => {
  const whole = await reference("ensemble");
  const random = randomStream(seed);
  for (let round = 0; round < rounds; round++) {
    // Every fourth time nobody is killed.
    const killAfter = round % 4 === 0 ? undefined : whole.lasted * random();
    expect(await twoWriters("ensemble", whole, killAfter), `round ${round}`).toEqual({ apart: true, sound: true });
  }
});
