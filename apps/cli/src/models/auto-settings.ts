import type {
  AutoOptions,
  AutoReport,
  AutoTrial,
  ChosenSettings,
  LinearPart,
  NeighborSettings,
  TrainingData,
  TrainOptions,
} from "@tierwise/ranker";
import { Interrupted } from "../errors/interrupted.ts";
import type { AutoFlags } from "../options/auto-options.ts";
import { count, counted } from "../terminal/numbers.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import { createProgress, type Progress } from "../terminal/progress.ts";
import type { Session } from "../terminal/session.ts";
import type { TrainFlags } from "./training-task.ts";

/** Chooses transforms and settings on validation rows, shows the progress, and prints the choice in one line. */
export async function autoSettings(
  session: Session,
  data: TrainingData,
  options: AutoOptions,
  { budget }: AutoFlags,
): Promise<ChosenSettings> {
  const { chooseSettings } = await import("@tierwise/ranker");
  const interruption = onInterrupt(session, "Stopping the search.");
  let bar: Progress | undefined;
  try {
    const steps = await budgetSteps(session, data, options, budget);
    const chosen = await chooseSettings(data, {
      ...options,
      ...(steps === undefined ? {} : { budget: steps }),
      signal: interruption.signal,
      onTrial({ trial, done, total }) {
        bar ??= createProgress(session, { title: "auto", total, unit: "steps" });
        bar.update(done, trialWords(trial));
      },
    });
    bar?.stop();
    session.note(await autoLine(chosen, options));
    return chosen;
  } catch (error) {
    if (error !== interruption.signal.reason) throw error;
    throw new Interrupted("Interrupted during the search; nothing was written.");
  } finally {
    bar?.stop();
    interruption.release();
  }
}

/** Creates the options of the search from the training flags, the validation rows, and the treatment of items already seen. */
export function autoOptions(
  { preset: _, refit: __, ...options }: TrainOptions,
  { hidden, transforms, normalize, ensemble: members, neighbors }: AutoTrainingFlags,
  { validation, seen, featureItems }: AutoData,
): AutoOptions {
  const given = { hidden, transforms, normalize, members, validation, seen, featureItems };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...options, ...(neighbors === false && { neighbors }), ...(Object.fromEntries(known) as AutoOptions) };
}

/** Data that affect the search, besides the training rows. */
interface AutoData {
  readonly validation: TrainingData | undefined;
  readonly seen: "exclude" | "include";
  readonly featureItems?: readonly number[] | undefined;
}

/** The flags whose values a search does not change. */
type AutoTrainingFlags = Pick<TrainFlags, "ensemble" | "hidden" | "neighbors" | "normalize" | "transforms">;

/** Converts a budget to a number of steps. A time is converted using the speed of a short trial. */
async function budgetSteps(
  session: Session,
  data: TrainingData,
  options: AutoOptions,
  budget: AutoFlags["budget"],
): Promise<number | undefined> {
  if (budget === undefined) return undefined;
  if ("steps" in budget) return budget.steps;
  const { measureSpeed } = await import("@tierwise/ranker");
  const steps = Math.max(1, Math.round(budget.seconds * (await measureSpeed(data, options))));
  session.note(
    `auto: ${budget.seconds} s are about ${count(steps)} steps on this machine; --budget ${steps} repeats this run exactly.`,
  );
  return steps;
}

/** Describes the chosen settings in one line. */
async function autoLine(
  { options, members, linear, report }: ChosenSettings,
  { validation }: AutoOptions,
): Promise<string> {
  const { describeTransforms } = await import("@tierwise/ranker");
  const { hidden, learningRates, batchSize, inputDropout, hiddenDropout, transforms, neighbors } = options;
  const settings = [
    `${hidden} hidden units`,
    `learning rate ${learningRates[0]}`,
    `batches of ${batchSize}`,
    `dropout ${inputDropout} and ${hiddenDropout}`,
    ...(members > 1 ? [`${members} models averaged`] : []),
    ...(linear ? [`a linear part (C = ${linear.cost}, weight ${linear.weight})`] : []),
    ...(neighbors ? [`${neighbors.count} nearest neighbors (weight ${report.neighbors?.weight})`] : []),
  ];
  const trials = report.trials.length;
  const why =
    trials === 0
      ? noSearch(report, validation === 0)
      : `best of ${counted(trials, "trial")} on ${counted(report.validationRows, "validation row")}`;
  const applied = transforms.length === 0 ? "none" : describeTransforms(transforms);
  return `auto: the features ${kinds[report.features]}; transforms: ${applied}; ${settings.join(", ")}; ${why}`;
}

const kinds: Readonly<Record<string, string>> = {
  binary: "are binary",
  counts: "look like counts",
  measurements: "look like measurements",
  "mixed scales": "have different scales",
  "sparse values": "are sparse",
};

/** Why there was no search. */
function noSearch({ validationRows }: AutoReport, withoutValidation: boolean): string {
  if (validationRows > 0) return "the budget is too small to search for settings";
  return `${withoutValidation ? "no validation rows" : "too few rows"} to search for settings`;
}

function trialWords({ value, settings: { transforms } }: AutoTrial): string {
  return `${transforms.map(({ name }) => name).join(" ") || "as is"} ${(100 * value).toFixed(1)}`;
}

/** The trials of a search as a table: settings, and metrics on the validation rows in percent. */
export async function trialsTable({
  trials,
  chosen,
  criterion,
  linearTrials = [],
  linear,
  ...report
}: AutoReport): Promise<{
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}> {
  const { describeTransforms } = await import("@tierwise/ranker");
  const percent = (value: number): string => (Number.isNaN(value) ? "diverged" : (100 * value).toFixed(2));
  const { neighborTrials = [], neighbors } = report;
  const picked = (is: boolean): string => (is ? ", chosen" : "");
  const pickedLinear = ({ cost, weight }: LinearPart): string =>
    picked(linear?.cost === cost && linear.weight === weight);
  const pickedNeighbors = ({ count: rows, weight }: NeighborSettings): string =>
    picked(neighbors?.count === rows && neighbors.weight === weight);
  return {
    head: ["candidate", "round", "epochs", "transforms", "rate", "batch", "dropout", criterion, "P@1", "P@5"],
    rows: [
      ...trials.map(({ candidate, round, epochs, settings, value, precision1, precision5 }) => [
        `${candidate + 1}${candidate === chosen ? ", chosen" : ""}`,
        ...[String(round), String(epochs), describeTransforms(settings.transforms), String(settings.learningRate)],
        ...[String(settings.batchSize), `${settings.inputDropout}, ${settings.hiddenDropout}`],
        ...[percent(value), percent(precision1), percent(precision5)],
      ]),
      ...linearTrials.map((trial) => [
        `${chosen + 1} + linear part, C = ${trial.cost}, weight ${trial.weight}${pickedLinear(trial)}`,
        ...["", "", "", "", "", ""],
        ...[percent(trial.value), percent(trial.precision1), percent(trial.precision5)],
      ]),
      ...neighborTrials.map((trial) => [
        `${chosen + 1} + ${trial.count} neighbors, weight ${trial.weight}${pickedNeighbors(trial)}`,
        ...["", "", "", "", "", ""],
        ...[percent(trial.value), percent(trial.precision1), percent(trial.precision5)],
      ]),
    ],
  };
}
