import { randomPermutation, randomStream } from "@tierwise/random";
import type { PreparedData } from "../data/training-data.ts";
import { copyWeights } from "../network/weights.ts";
import type { Ranker } from "../ranker.ts";
import { DivergenceError } from "./divergence-error.ts";
import type { Engine } from "./engine.ts";
import type { HeldOut } from "./hold-out.ts";
import { pause } from "./pause.ts";
import type { EpochReport, TrainingEvent } from "./progress.ts";
import { rateAt, type TrainingSettings } from "./settings.ts";
import { startTrial, type TrainingState } from "./state.ts";
import { criterionValue, validate } from "./validate.ts";

/** All that a run works on. */
export interface TrainingRun {
  readonly ranker: Ranker;
  readonly engine: Engine;
  readonly data: PreparedData;
  /** The rows that are trained on, and those that are held out. */
  readonly rows: HeldOut;
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  /** Writes a checkpoint where they are kept, unless it is too early for the next; `now` writes one in any case. */
  readonly checkpoint: (now: boolean) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly tell: (event: TrainingEvent) => void;
}

/** How long steps follow one another before timers and signals have their turn, in milliseconds. */
const turn = 50;
/** The stream of the seed that shuffles the rows. */
const shuffleStream = 1;

/**
 * Runs a training from where its state says to its end, or until it is aborted: trials, one a learning rate, and where asked for
 * a last one on all rows. Whenever an epoch is the best so far the ranker gets its weights. The state
 * says whether it came to its end.
 */
export async function runTraining(run: TrainingRun): Promise<void> {
  const { state, signal, tell } = run;
  const started = performance.now() - 1000 * state.seconds;
  const clock = (): number => (performance.now() - started) / 1000;
  await rateStart(run);
  while (!state.finished) {
    const epochStart = performance.now();
    const finished = await trainEpoch(run);
    state.seconds = clock();
    if (!finished) {
      await run.checkpoint(true);
      return;
    }
    const report = await endEpoch(run, (performance.now() - epochStart) / 1000);
    tell({ kind: "epoch", ...report });
    await advance(run);
    state.seconds = clock();
    if (state.finished) await checkOutcome(run);
    const aborted = signal?.aborted === true && !state.finished;
    await run.checkpoint(state.finished || aborted);
    if (aborted) return;
  }
}

/** Throws where a training has come to its end without the model that was asked for, which then is not kept as a finished one. */
async function checkOutcome(run: TrainingRun): Promise<void> {
  const { settings, state } = run;
  const refitDiverged = state.diverged && state.trial === settings.rates.length;
  if (state.best !== null && !refitDiverged) return;
  state.finished = false;
  if (state.best === null) throw divergence(settings);
  await run.checkpoint(true);
  throw refitDivergence(settings, state);
}

/** How good a ranker is that was trained before: what comes out must be better than what went in. */
async function rateStart({ engine, data, rows, settings, state, ranker }: TrainingRun): Promise<void> {
  const begins = state.best === null && state.epoch === 0 && state.rows === 0;
  if (ranker.steps === 0 || !begins || rows.validation.length === 0) return;
  const value = criterionValue(await validate(engine, data, rows.validation, settings.criterion), settings.criterion);
  state.trialBest = value;
  state.best = { trial: 0, epoch: 0, value };
  state.stepsBefore = ranker.steps;
}

/** Trains on what is left of the epoch; false where it was aborted. A model that diverges is not trained on. */
async function trainEpoch(run: TrainingRun): Promise<boolean> {
  const { engine, settings, state, signal, tell } = run;
  const { batch, rates, seed } = settings;
  const rows = trainingRows(run);
  const order = randomPermutation(rows.length, randomStream(seed, shuffleStream, state.epoch)).map((i) => rows[i]);
  const rate = trialRate(settings, state);
  let lastTurn = performance.now();
  if (signal?.aborted) return false;
  while (state.rows < order.length && !Number.isNaN(state.lossSum)) {
    const to = Math.min(state.rows + batch, order.length);
    const now = rateAt(settings, rate, state.epoch + state.rows / order.length);
    state.lossSum += await engine.train(order, state.rows, to, now);
    state.rate = now;
    state.rows = to;
    state.steps = engine.step;
    await run.checkpoint(false);
    if (signal?.aborted) return false;
    if (performance.now() - lastTurn < turn) continue;
    const loss = state.lossSum / state.rows;
    const trials = rates.length + Number(settings.refit);
    const epochs = trialEpochs(settings, state);
    const { trial, epoch } = state;
    tell({ kind: "step", trial, trials, epoch: epoch + 1, epochs, rows: to, ofRows: order.length, loss, rate: now });
    await pause();
    lastTurn = performance.now();
  }
  return true;
}

/** Validates, and keeps the weights where they are the best so far. */
async function endEpoch(run: TrainingRun, stepSeconds: number): Promise<EpochReport> {
  const { engine, data, rows, settings, state } = run;
  const started = performance.now();
  state.diverged = Number.isNaN(state.lossSum);
  state.epoch++;
  const refitting = state.trial === settings.rates.length;
  const validating = rows.validation.length > 0 && !refitting && !state.diverged;
  const validation = validating ? await validate(engine, data, rows.validation, settings.criterion) : undefined;
  if (validation && Number.isNaN(validation.loss)) state.diverged = true;
  // Without validation the last epoch is taken to be the best.
  const value = validation ? criterionValue(validation, settings.criterion) : state.epoch;
  if (validation) state.sinceBest++;
  if (!state.diverged && value > (state.trialBest ?? Number.NEGATIVE_INFINITY)) {
    state.trialBest = value;
    state.sinceBest = 0;
  }
  const best =
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
    rate: state.rate,
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

/** What comes after an epoch: the next, the next trial, or the end. */
async function advance({ ranker, engine, settings, state }: TrainingRun): Promise<void> {
  const over = state.epoch >= trialEpochs(settings, state) || state.sinceBest >= settings.patience;
  if (!over && !state.diverged) return;
  const next = state.trial + 1;
  if (next < settings.rates.length || (next === settings.rates.length && settings.refit && state.best !== null)) {
    startTrial(state, next);
    await engine.reset(ranker.seed);
  } else state.finished = true;
}

function trainingRows({ rows, settings, state }: TrainingRun): Int32Array {
  if (state.trial < settings.rates.length) return rows.train;
  const all = new Int32Array(rows.train.length + rows.validation.length);
  all.set(rows.train);
  all.set(rows.validation, rows.train.length);
  return all;
}

function trialRate({ rates }: TrainingSettings, { trial, best }: TrainingState): number {
  return rates[trial < rates.length ? trial : (best?.trial ?? 0)];
}

function trialEpochs({ epochs, rates }: TrainingSettings, { trial, best }: TrainingState): number {
  return trial < rates.length ? epochs : (best?.epoch ?? 0);
}

function refitDivergence({ rates }: TrainingSettings, { best }: TrainingState): Error {
  const rate = rates[best?.trial ?? 0];
  return new DivergenceError(
    `the training on all rows diverged at ${rate}; the ranker has the weights of the trial before it`,
  );
}

function divergence({ rates }: TrainingSettings): Error {
  return new DivergenceError(`the training diverged at every learning rate (${rates.join(", ")}); use a smaller one`);
}
