import type { EpochReport, TrainingEvent, TrainingResult } from "@tierwise/ranker";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession, type Session } from "../src/terminal/session.ts";
import { trainingProgress, trainingSummary } from "../src/terminal/training-progress.ts";

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

const validation = { loss: 1, precision: { 1: 0.5 }, ndcg: { 5: 0.25 } };

test("an epoch is called the best so far only if there are validation rows", () => {
  expect(printedLine({ best: true })).toBe("train: trial 1, epoch 1, learning rate 0.0010, loss 1.0000, 0.0 s");
  expect(printedLine({ best: true, validation })).toBe(
    "train: trial 1, epoch 1, learning rate 0.0010, loss 1.0000, P@1 50.00, nDCG@5 25.00, 0.0 s, best so far",
  );
});

test("the final training run is called `all rows`", () => {
  expect(printedLine({ trial: 1, refit: true })).toMatch(/^train: all rows, epoch 1, /);
});

test("the summary of training names a best epoch only if there were validation rows", () => {
  const result = { steps: 1200, seconds: 61, learningRate: 0.004, epoch: 7 };
  const summary = (reports: readonly Partial<EpochReport>[]) =>
    trainingSummary({ ...result, history: reports } as unknown as TrainingResult);
  expect(summary([{}])).toBe("1 200 steps in 1:01; 7 epochs with learning rate 0.004");
  expect(summary([{ validation }, {}])).toBe("1 200 steps in 1:01; best with learning rate 0.004 at epoch 7");
});

/** The line that is printed after an epoch with the given properties. */
function printedLine(properties: Partial<EpochReport> & { readonly refit?: boolean }): string {
  const lines: string[] = [];
  const session: Session = { ...createSession({}), interactive: false, note: (text) => void lines.push(text) };
  trainingProgress(session, "train").onProgress({ ...epochEvent(1, 1), ...properties } as TrainingEvent);
  return lines.join("\n");
}

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
    refit: false,
    phases: { load: 0, hidden: 0, forward: 0, loss: 0, backward: 0, reduce: 0, update: 0 },
    ...work,
    learningRate: 1e-3,
    loss: 1,
    best: false,
    seconds: 0,
    stepSeconds: 0,
  };
}
