// node dist/suites/apart/timed-steps-run.js RUN: trains a network from scratch with the settings in RUN (a StepRun as JSON) and prints
// TimedSteps as JSON. The script runs in a separate process because wide products need a flag that applies to the whole process.
import { type ProductWidth, widenProducts } from "@tierwise/kernels";
import { createRanker, type PhaseSeconds, train } from "@tierwise/ranker";
import {
  batchSize,
  hidden,
  processorSeconds,
  type StepRun,
  stepData,
  type TimedSteps,
} from "../problems/timed-steps.ts";

const { preset, rows, loss, wide, quick, threads } = JSON.parse(process.argv[2]) as StepRun;
const width: ProductWidth = wide ? widenProducts() : { wide: false, reason: "Products use 128-bit vectors." };
const data = stepData(preset, rows);
const large = data.numLabels > 100_000;
const epochs = large ? 4 : data.numLabels > 10_000 ? 8 : quick ? 24 : 160;
const first = large ? 1 : epochs / 2;
const stepsPerEpoch = Math.ceil(rows / batchSize);

const run = await training(epochs);
const between = run.processorAt.slice(1).map((time, epoch) => (time - run.processorAt[epoch]) / stepsPerEpoch);
const timed: TimedSteps = {
  seconds: run.stepSeconds.slice(first).map((seconds) => seconds / stepsPerEpoch),
  processorSeconds: between.slice(first - 1),
  phases: difference(run.phasesAt[epochs - 1], run.phasesAt[first - 1]),
  width,
  sentence: run.sentence,
};
console.log(JSON.stringify(timed));

/** Trains for a number of epochs; returns the time of the steps of each epoch, and the times of phases and processors after each. */
async function training(epochs: number) {
  const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden, seed: 1 });
  const processorAt: number[] = [];
  const phasesAt: PhaseSeconds[] = [];
  let sentence = "";
  const result = await train(ranker, data, {
    preset: "paper",
    learningRates: [1e-3],
    validation: 0,
    epochs,
    loss,
    ...(threads === undefined ? {} : { threads }),
    onProgress(event) {
      if (event.stage === "engine") sentence = event.sentence;
      if (event.stage === "epoch") {
        processorAt.push(processorSeconds());
        phasesAt.push(event.phases);
      }
    },
  });
  const stepSeconds = result.history.map((epoch) => epoch.stepSeconds);
  return { stepSeconds, processorAt, phasesAt, sentence };
}

/** The time of each phase, excluding the first epochs, in which memory is accessed for the first time and code is compiled. */
function difference(all: PhaseSeconds, start: PhaseSeconds): PhaseSeconds {
  const entries = Object.entries(all).map(([phase, seconds]) => [phase, seconds - start[phase as keyof PhaseSeconds]]);
  return Object.fromEntries(entries) as PhaseSeconds;
}
