import type { TrainingEvent } from "@tierwise/ranker";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession, type Session } from "../src/terminal/session.ts";
import { trainingProgress } from "../src/terminal/training-progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the progress of training shows the first ten epochs, and then one epoch per twentieth of all epochs", () => {
  const epochs = printedEpochs(313, 0);
  expect(epochs.slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32]);
  expect([epochs.length, epochs.at(-1)]).toEqual([10 + 19 + 1, 313]);
});

test("the progress of a short training shows every epoch", () => {
  expect(printedEpochs(20, 0)).toHaveLength(20);
});

test("the progress of training shows an epoch when no line has been printed for ten seconds", () => {
  expect(printedEpochs(313, 10_000)).toHaveLength(313);
  expect(printedEpochs(100, 4000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 15, 18, 20, ...hundredAfter(20)]);
});

/** The printed epochs after `first`, up to 100: every fifth epoch, and the third epoch after each of these. */
function hundredAfter(first: number): number[] {
  const epochs: number[] = [];
  for (let five = first; five < 100; five += 5) epochs.push(five + 3, five + 5);
  return epochs;
}

/** Reports epochs that take `milliseconds` each and returns the ones that get a line. */
function printedEpochs(epochs: number, milliseconds: number): number[] {
  const lines: string[] = [];
  const session: Session = { ...createSession({}), interactive: false, note: (text) => void lines.push(text) };
  const { onProgress } = trainingProgress(session, "train");
  for (let epoch = 1; epoch <= epochs; epoch++) {
    vi.advanceTimersByTime(milliseconds);
    onProgress(epochEvent(epoch, epochs));
  }
  return lines.map((line) => Number(/epoch (\d+)/.exec(line)?.[1]));
}

function epochEvent(epoch: number, epochs: number): TrainingEvent {
  const work = { trial: 0, trials: 1, epoch, epochs, done: epoch, total: epochs };
  return {
    stage: "epoch",
    phases: { load: 0, hidden: 0, forward: 0, loss: 0, backward: 0, reduce: 0, update: 0 },
    ...work,
    learningRate: 1e-3,
    loss: 1,
    best: false,
    seconds: 0,
    stepSeconds: 0,
  };
}
