import { expect, test } from "vitest";
import { reference } from "./killing.ts";
import { twoWriters } from "./two-writers.ts";

test("if two processes train in the same directory, one is rejected and nothing is damaged", {
  timeout: 300_000,
}, async () => {
  const whole = await reference("model");
  for (const killAfter of [undefined, 0.2 * whole.lasted, 0.6 * whole.lasted]) {
    expect(await twoWriters("model", whole, killAfter)).toEqual({ apart: true, intact: true });
  }
});
