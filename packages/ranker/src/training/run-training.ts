import { defaultThreads } from "@tierwise/kernels";
import { randomPermutation, randomStream } from "@tierwise/random";
import type { Engine } from "../engines/kernels/engine.ts";
import { copyWeights } from "../model/layers.ts";
import { pause } from "../network/ranking.ts";
import { DivergenceError } from "./divergence-error.ts";
import type { Training } from "./prepare.ts";
import type { EpochReport, TrainingWork } from "./progress.ts";
import { learningRateAt, type TrainingSettings } from "./settings.ts";
import {
  isBeginning,
  lossDiverged,
  startTrial,
  type TrainingResult,
  type TrainingState,
  trainingResult,
  trialCount,
  trialEpochs,
  trialRate,
} from "./state.ts";
import { ownLoss } from "./train-options.ts";
import { criterionValue, validate } from "./validate.ts";

/** Where, when and how a training run writes checkpoints. */
export interface Keeping {
  readonly directory: string;
  readonly everySeconds: number;
  readonly write: (training: Training) => Promise<void>;
}

interface TrainingRun extends Training {
  readonly engine: Engine;
  /** Writes a checkpoint if checkpoints are enabled and one is due; with `now`, even if none is due. */
  readonly checkpoint: (now: boolean) => Promise<void>;
}

/** The number of milliseconds of training before yielding to timers and signals. */
const turn = 50;
/** The random stream that shuffles the rows. */
const shuffleStream = 1;

/**
 * Trains from the current state to the end: one trial per learning rate and, with `refit`, a final trial on all rows. Whenever an epoch is
 * the best so far, its weights are copied to the ranker. If the signal cancels training, writes a checkpoint and rejects with the
 * reason of the signal.
 */
export async function runTraining(training: Training, keeping: Keeping | undefined): Promise<TrainingResult> {
  const { ranker, settings, state, network, data, options } = training;
  const { threads = defaultThreads(), loss, onProgress } = options;
  const engine = await training.startEngine(network, data, {
    threads,
    fewer: options.threads === undefined,
    step: state.steps,
    given: ownLoss(loss),
  });
  try {
    onProgress?.({ stage: "engine", ...workOf(training), sentence: engine.sentence });
    const checkpoint = await checkpoints(training, engine, keeping);
    await runTrials({ ...training, engine, checkpoint });
    return trainingResult(ranker, settings, state, engine.seconds);
  } finally {
    await engine.close();
  }
}

/**
 * Returns the function that writes checkpoints, which does nothing if checkpoints are disabled. A new training run writes its first
 * checkpoint immediately, so that it can always be resumed and a full disk is detected before the first step.
 */
async function checkpoints(
  training: Training,
  engine: Engine,
  keeping: Keeping | undefined,
): Promise<TrainingRun["checkpoint"]> {
  if (keeping === undefined) return () => Promise.resolve();
  const { directory, everySeconds, write } = keeping;
  if (isBeginning(training.state)) await write(training);
  let last = performance.now();
  return async (now) => {
    if (!now && performance.now() - last < 1000 * everySeconds) return;
    await engine.pull();
    await write(training);
    last = performance.now();
    training.options.onProgress?.({ stage: "checkpoint", ...workOf(training), directory });
  };
}

async function runTrials(run: TrainingRun): Promise<void> {
  const { settings, state, options } = run;
  const { signal, onProgress } = options;
  const started = performance.now() - 1000 * state.seconds;
  const clock = (): number => (performance.now() - started) / 1000;
  await rateStart(run);
  while (!state.finished) {
    const epochStart = performance.now();
    const finished = await trainEpoch(run);
    state.seconds = clock();
    if (!finished) {
      await run.checkpoint(true);
      throw signal?.reason;
    }
    const sizes = { trials: trialCount(settings), epochs: trialEpochs(settings, state) };
    const refit = state.trial === settings.learningRates.length;
    const report = await endEpoch(run, (performance.now() - epochStart) / 1000);
    onProgress?.({ stage: "epoch", refit, ...workOf(run), ...sizes, phases: { ...run.engine.seconds }, ...report });
    await advance(run);
    state.seconds = clock();
    if (state.finished) await checkOutcome(run);
    const aborted = signal?.aborted === true && !state.finished;
    await run.checkpoint(state.finished || aborted);
    if (aborted) throw signal.reason;
  }
}

/** The number of rows trained on and the total number; a trial that stopped early counts as complete. */
function workOf({ settings, state, rows }: Training): TrainingWork {
  const trials = settings.learningRates.length;
  const [some, all] = [rows.train.length, rows.train.length + rows.validation.length];
  const refitting = state.trial === trials;
  const before = Math.min(state.trial, trials) * settings.epochs * some;
  const now = state.epoch * (refitting ? all : some) + state.rows;
  const refit = settings.refit ? (refitting ? trialEpochs(settings, state) : settings.epochs) * all : 0;
  return { done: before + now, total: trials * settings.epochs * some + refit };
}

/** Throws an error if training ended without a usable model, so that the run is not stored as finished. */
async function checkOutcome(run: TrainingRun): Promise<void> {
  const { settings, state } = run;
  const refitDiverged = state.diverged && state.trial === settings.learningRates.length;
  // Without validation rows, the last epoch is the best unless it diverged.
  const lastDiverged = run.rows.validation.length === 0 && state.best !== null && state.best.epoch < state.epoch;
  if (state.best !== null && !refitDiverged && !lastDiverged) return;
  state.finished = false;
  if (state.best === null || lastDiverged) throw divergence(settings);
  await run.checkpoint(true);
  throw refitDivergence(settings, state);
}

/** If the ranker is already trained, validates it before the first step, so that its weights are replaced only by better weights. */
async function rateStart({ engine, data, rows, settings, state, ranker }: TrainingRun): Promise<void> {
  const begins = state.best === null && state.epoch === 0 && state.rows === 0;
  if (ranker.steps === 0 || !begins || rows.validation.length === 0) return;
  const value = criterionValue(await validate(engine, data, rows.validation, settings.criterion), settings.criterion);
  state.trialBest = value;
  state.best = { trial: 0, epoch: 0, value };
  state.stepsBefore = ranker.steps - state.steps;
}

/** Trains on the remaining rows of the epoch, unless the model diverges; returns false if aborted. */
async function trainEpoch(run: TrainingRun): Promise<boolean> {
  const { engine, settings, state, options } = run;
  const { signal, onProgress } = options;
  const { batchSize, seed } = settings;
  const rows = trainingRows(run);
  const order = randomPermutation(rows.length, randomStream(seed, shuffleStream, state.epoch)).map((i) => rows[i]);
  const rate = trialRate(settings, state);
  let lastTurn = performance.now();
  if (signal?.aborted) return false;
  while (state.rows < order.length && !Number.isNaN(state.lossSum)) {
    const to = Math.min(state.rows + batchSize, order.length);
    const now = learningRateAt(settings, rate, state.epoch + state.rows / order.length);
    const batchLoss = await engine.train(order, state.rows, to, now);
    if (state.epoch === 0 && state.rows === 0) state.firstLoss = batchLoss / to;
    state.lossSum += batchLoss;
    state.learningRate = now;
    state.rows = to;
    state.steps = engine.step;
    await run.checkpoint(false);
    if (signal?.aborted) return false;
    if (performance.now() - lastTurn < turn) continue;
    const loss = state.lossSum / state.rows;
    const { trial, epoch } = state;
    const sizes = { trials: trialCount(settings), epochs: trialEpochs(settings, state) };
    onProgress?.({ stage: "step", ...workOf(run), trial, epoch: epoch + 1, ...sizes, loss, learningRate: now });
    await pause();
    lastTurn = performance.now();
  }
  return true;
}

/** Ends an epoch: validates, and copies the weights to the ranker if they are the best so far. */
async function endEpoch(run: TrainingRun, stepSeconds: number): Promise<EpochReport> {
  const { engine, data, rows, settings, state } = run;
  const started = performance.now();
  state.diverged = Number.isNaN(state.lossSum);
  state.epoch++;
  const refitting = state.trial === settings.learningRates.length;
  const validating = rows.validation.length > 0 && !refitting && !state.diverged;
  const validation = validating ? await validate(engine, data, rows.validation, settings.criterion) : undefined;
  if (validation && Number.isNaN(validation.loss)) state.diverged = true;
  // Both losses are checked: the training loss was measured before the last step, the validation loss after it.
  const far = lossDiverged(state.lossSum / state.rows, state) || lossDiverged(validation?.loss ?? 0, state);
  // Without validation, the last epoch counts as the best.
  const value = validation ? criterionValue(validation, settings.criterion) : state.epoch;
  if (validation) state.sinceBest++;
  if (!far && !state.diverged && value > (state.trialBest ?? Number.NEGATIVE_INFINITY)) {
    state.trialBest = value;
    state.sinceBest = 0;
  }
  if (far && refitting && state.epoch === trialEpochs(settings, state)) state.diverged = true;
  const best =
    !far &&
    !state.diverged &&
    (refitting
      ? state.epoch === trialEpochs(settings, state)
      : value > (state.best?.value ?? Number.NEGATIVE_INFINITY));
  if (best) {
    if (!refitting) state.best = { trial: state.trial, epoch: state.epoch, value };
    await engine.pull();
    copyWeights(run.ranker.weights, engine.network);
    run.ranker.steps = state.stepsBefore + engine.step;
  }
  const report: EpochReport = {
    trial: state.trial,
    learningRate: state.learningRate,
    epoch: state.epoch,
    loss: state.lossSum / state.rows,
    ...(validation === undefined ? {} : { validation }),
    best,
    seconds: stepSeconds + (performance.now() - started) / 1000,
    stepSeconds,
  };
  state.history.push(report);
  state.rows = 0;
  state.lossSum = 0;
  return report;
}

/** Advances the state after an epoch to the next epoch, the next trial, or the end. */
async function advance({ ranker, engine, settings, state }: TrainingRun): Promise<void> {
  const over = state.epoch >= trialEpochs(settings, state) || state.sinceBest >= settings.patience;
  if (!over && !state.diverged) return;
  const next = state.trial + 1;
  if (
    next < settings.learningRates.length ||
    (next === settings.learningRates.length && settings.refit && state.best !== null)
  ) {
    startTrial(state, next);
    await engine.reset(ranker.seed);
  } else state.finished = true;
}

function trainingRows({ rows, settings, state }: TrainingRun): Int32Array {
  if (state.trial < settings.learningRates.length) return rows.train;
  const all = new Int32Array(rows.train.length + rows.validation.length);
  all.set(rows.train);
  all.set(rows.validation, rows.train.length);
  return all;
}

function refitDivergence({ learningRates }: TrainingSettings, { best }: TrainingState): Error {
  const rate = learningRates[best?.trial ?? 0];
  return new DivergenceError(
    `training on all rows diverged at learning rate ${rate}; the ranker keeps the best weights from the learning-rate trials`,
  );
}

function divergence({ learningRates }: TrainingSettings): Error {
  return new DivergenceError(
    `training diverged at every learning rate (${learningRates.join(", ")}); use a smaller learning rate`,
  );
}
