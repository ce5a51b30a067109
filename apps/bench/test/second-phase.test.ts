import { expect, test } from "vitest";
import { chosenPhase } from "../src/second-phase/test-phases.ts";
import { CONTROL, FIRST, type PhasesResult, secondPhases } from "../src/second-phase/train-phases.ts";

const [plain, sharp] = Object.keys(secondPhases);

function run(seed: number, first: number, plainValue: number, sharpValue: number): PhasesResult {
  const validation = { [FIRST]: first, [plain]: plainValue, [sharp]: sharpValue, [CONTROL]: 1 };
  return { set: "any", seed, hidden: 8, validation, seconds: 0 };
}

test("the second phase with the highest mean validation metric is chosen, regardless of the control", () => {
  expect(chosenPhase([run(0, 0.5, 0.5, 0.6), run(1, 0.5, 0.9, 0.6)])).toBe(plain);
  expect(chosenPhase([run(0, 0.5, 0.5, 0.6), run(1, 0.5, 0.6, 0.6)])).toBe(sharp);
});

test("no second phase is chosen if none improves the validation metric", () => {
  expect(chosenPhase([run(0, 0.5, 0.5, 0.5), run(1, 0.7, 0.7, 0.7)])).toBe(FIRST);
});
