import { expect, test } from "vitest";
import { damageFile, damageModels } from "./damage.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);

test(`10,000 damaged models are rejected or load unchanged (TIERWISE_SEED=${seed})`, async () => {
  const { refused, same } = await damageModels(10_000, seed);
  expect(refused + same).toBe(10_000);
  expect(refused).toBeGreaterThan(4000);
});

test(`10,000 damaged model files are rejected (TIERWISE_SEED=${seed})`, async () => {
  const { refused, same } = await damageFile(10_000, seed);
  expect(refused + same).toBe(10_000);
  expect(refused).toBeGreaterThan(9900);
});
