import { expect, test } from "vitest";
import { damageFile, damageModels } from "./damage.ts";

const seed = Number(process.env["TIERWISE_SEED"] ?? Date.now() % 100_000);

test(`300 damaged models are rejected or load unchanged (TIERWISE_SEED=${seed})`, async () => {
  const { refused, same } = await damageModels(300, seed);
  expect(refused + same).toBe(300);
  // Half of the changes affect the header, where every changed byte is detected. Damage may also replace a byte with the same value.
  expect(refused).toBeGreaterThan(120);
});

test(`300 damaged model files are rejected (TIERWISE_SEED=${seed})`, async () => {
  const { refused, same } = await damageFile(300, seed);
  expect(refused + same).toBe(300);
  // The only harmless damage replaces a byte with the same value.
  expect(refused).toBeGreaterThan(285);
});
