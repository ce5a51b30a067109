import type { XmlDataset } from "@tierwise/datasets-xml";
import type { LossSpec } from "@tierwise/losses";
import { type LossName, lossNames } from "@tierwise/losses/catalog";
import type { Criterion, PresetName, TfjsBackend, TrainOptions } from "@tierwise/ranker";
import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { addReadingOptions } from "./common-options.ts";
import { integer, list, number, oneOf } from "./numbers.ts";

/** What a training is told on the command line, besides the loss. */
export interface TrainingFlags {
  readonly preset: PresetName;
  readonly seed: number;
  readonly hidden?: number;
  readonly learningRates?: number[];
  readonly decay?: "cosine" | "none";
  readonly batchSize?: number;
  readonly epochs?: number;
  readonly patience?: number;
  readonly validation?: string;
  readonly criterion?: Criterion;
  readonly refit?: boolean;
  readonly inputDropout?: number;
  readonly hiddenDropout?: number;
  readonly weightDecay?: number;
  readonly glas?: number;
  readonly normalize?: boolean;
  readonly threads?: number;
  readonly wide?: boolean;
  readonly engine?: "kernels" | "tfjs";
  readonly backend?: TfjsBackend;
  readonly cache: boolean;
}

/** The loss on the command line. */
export interface LossFlags {
  readonly loss: LossName;
  readonly rule?: "adaptive" | "midpoint";
  readonly tolerance?: number;
  readonly intervals?: number;
  readonly shift?: number;
  readonly center?: "none" | "row";
  readonly negatives?: number;
  readonly negativesBy?: "frequency" | "uniform";
}

const training = "Training:";
const backends: readonly TfjsBackend[] = ["tfjs-node-gpu", "webgpu", "tfjs-node", "wasm", "cpu"];

/** Adds the options of every command that trains. */
export function addTrainingOptions(command: Command): Command {
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback?: unknown): void => {
    const option = new Option(flags, description).argParser(parse).helpGroup(training);
    command.addOption(fallback === undefined ? option : option.default(fallback));
  };
  add("--preset <name>", "default, or the paper's set-up: paper", oneOf(["default", "paper"]), "default");
  add("--seed <n>", "decides everything random", integer(0), 0);
  add("--hidden <n>", "hidden units", integer(1));
  add("--learning-rates <list>", "learning rates to try, the best is kept", list(number(0)));
  add("--decay <how>", "cosine or none", oneOf(["cosine", "none"]));
  add("--batch-size <rows>", "rows per step", integer(1));
  add("--epochs <n>", "the most epochs of a trial", integer(1));
  add("--patience <n>", "epochs without a better validation that end a trial", integer(1));
  add("--validation <share|file>", "rows held out to choose learning rate and epoch", String);
  add("--criterion <name>", "what chooses: loss, precision@k, ndcg@k", String);
  command.addOption(new Option("--refit", "train once more on all rows with what was chosen").helpGroup(training));
  command.addOption(new Option("--no-refit", "keep the model that early stopping chose").helpGroup(training));
  add("--input-dropout <share>", "feature values that a step drops", number(0, 1));
  add("--hidden-dropout <share>", "hidden units that a step drops", number(0, 1));
  add("--weight-decay <x>", "decoupled weight decay", number(0));
  add("--glas <weight>", "GLaS: draw labels together that occur together, for rare labels", number(0));
  command.addOption(new Option("--normalize", "divide every row by its Euclidean norm").helpGroup(training));
  add("--threads <n>", "threads; results do not depend on it (default: all cores)", integer(1));
  command.addOption(
    new Option("--wide", "try V8's experimental 256-bit vectors (Node 24, x64): same results, faster").helpGroup(
      training,
    ),
  );
  add("--engine <name>", "what computes: kernels, or tfjs for a graphics card", oneOf(["kernels", "tfjs"]));
  add("--backend <name>", `of tfjs: ${backends.join(", ")} (default: the first that works)`, oneOf(backends));
  command.addOption(new Option("--no-cache", "keep no binary copy beside the data").helpGroup(training));
  return addReadingOptions(command);
}

/** Adds the options that choose a loss. */
export function addLossOptions(command: Command): Command {
  const group = "Loss:";
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback?: unknown): void => {
    const option = new Option(flags, description).argParser(parse).helpGroup(group);
    command.addOption(fallback === undefined ? option : option.default(fallback));
  };
  add("--loss <name>", lossNames.join(", "), oneOf(lossNames), "pl-partition");
  add("--rule <name>", "PL-Partition's integral: adaptive or midpoint", oneOf(["adaptive", "midpoint"]));
  add("--tolerance <x>", "of the adaptive rule", number(0));
  add("--intervals <n>", "T of the midpoint rule", integer(1));
  add("--shift <c>", "c of the midpoint rule", number(-1000));
  add("--center <how>", "scores of the midpoint rule: row (less their log-sum-exp) or none", oneOf(["row", "none"]));
  add("--negatives <k>", "sample so many of the lowest tier in place of all", integer(1));
  add("--negatives-by <how>", "uniform or frequency", oneOf(["uniform", "frequency"]));
  return command;
}

/** The loss that flags describe. */
export function lossSpec(flags: LossFlags): LossSpec {
  const { loss, rule, tolerance, intervals, shift, center, negatives, negativesBy } = flags;
  const ofMidpoint = intervals !== undefined || shift !== undefined || center !== undefined;
  const name = rule ?? (ofMidpoint ? "midpoint" : "adaptive");
  if (name === "adaptive" && ofMidpoint) {
    throw new UsageError("--intervals, --shift and --center belong to --rule midpoint");
  }
  if (name === "midpoint" && tolerance !== undefined) throw new UsageError("--tolerance belongs to --rule adaptive");
  if (negativesBy !== undefined && negatives === undefined) throw new UsageError("--negatives-by needs --negatives");
  const integral =
    name === "midpoint"
      ? ({ name, intervals: intervals ?? 10_000, shift: shift ?? 5, ...(center && { center }) } as const)
      : tolerance === undefined
        ? undefined
        : ({ name: "adaptive", tolerance } as const);
  return {
    name: loss,
    ...(integral === undefined ? {} : { rule: integral }),
    ...(negatives === undefined
      ? {}
      : { negatives: { count: negatives, ...(negativesBy === undefined ? {} : { by: negativesBy }) } }),
  };
}

/** The share of rows to hold out, or the file that holds them. */
export function validationSource({ validation }: TrainingFlags): number | string | undefined {
  if (validation === undefined) return undefined;
  const share = Number(validation);
  return Number.isNaN(share) ? validation : share;
}

/** The options of `train` that flags set, less loss and validation data. */
export function trainOptions(flags: TrainingFlags): TrainOptions {
  const { preset, seed, learningRates, decay, batchSize, epochs, patience, criterion, refit, threads } = flags;
  const { engine, backend } = flags;
  const { inputDropout, hiddenDropout, weightDecay, glas } = flags;
  const validation = validationSource(flags);
  const given = { learningRates, decay, batchSize, epochs, patience, criterion, refit, threads };
  const known = Object.entries({ ...given, inputDropout, hiddenDropout, weightDecay, glas, engine, backend }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    preset,
    seed,
    ...(Object.fromEntries(known) as TrainOptions),
    ...(typeof validation === "number" ? { validation } : {}),
  };
}

/** The hidden units that are asked for, or the preset's; those that would not fit into memory are halved, with a note. */
export async function hiddenUnits(
  { hidden, preset, batchSize }: TrainingFlags,
  { numFeatures: features, numLabels: items }: Pick<XmlDataset, "numFeatures" | "numLabels">,
  note: (line: string) => void,
): Promise<number> {
  if (hidden !== undefined) return hidden;
  const { defaultHidden, presets } = await import("@tierwise/ranker");
  const usual = presets[preset].hidden;
  const fitted = defaultHidden(preset, { features, items }, batchSize);
  if (fitted < usual) {
    note(`${fitted} hidden units: the preset's ${usual} would not fit into a WebAssembly memory of 4 GiB.`);
  }
  return fitted;
}
