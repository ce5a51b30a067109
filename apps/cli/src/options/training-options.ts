import type { XmlDataset } from "@tierwise/datasets-xml";
import type { LossSpec } from "@tierwise/losses";
import { type LossName, lossNames } from "@tierwise/losses/catalog";
import type { Criterion, PresetName, TfjsBackend, TrainOptions } from "@tierwise/ranker";
import { type Command, Option } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import { addAutoOptions } from "./auto-options.ts";
import { addReadingOptions, integer, list, noCacheWords, number, oneOf } from "./common-options.ts";

/** The training flags, except those for the loss. */
export interface TrainingFlags {
  /** The preset; for commands that can choose settings themselves, {@link withPreset} fills it in. */
  readonly preset: PresetName | "auto";
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

/** The flags that choose the loss. */
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

/** Adds the options of every command that trains, including those of {@link addAutoOptions} if `auto` is set. */
export function addTrainingOptions(command: Command, { auto = false } = {}): Command {
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback?: unknown): void => {
    const option = new Option(flags, description).argParser(parse).helpGroup(training);
    command.addOption(fallback === undefined ? option : option.default(fallback));
  };
  const ranked = auto ? "; ratings, lists of documents and two towers: ndcg@10" : "";
  const byData = auto ? "; auto: depends on the data" : "";
  if (auto) addAutoOptions(command, training);
  else {
    add(
      "--preset <name>",
      "start from these settings: default, fast, or paper (the paper's setup)",
      oneOf(["default", "fast", "paper"]),
      "default",
    );
  }
  add("--seed <n>", "make all random choices with this seed", integer(0), 0);
  add("--hidden <n>", "use this many hidden units (default: 512; paper: 256)", integer(1));
  add(
    "--learning-rates <list>",
    "try these learning rates and keep the best (default: 0.004; paper: 0.0001,0.001,0.01)",
    list(number(0)),
  );
  add(
    "--decay <how>",
    "let the learning rate decay to 0 (cosine) or keep it constant (none) (default: cosine; paper: none)",
    oneOf(["cosine", "none"]),
  );
  add("--batch-size <rows>", "train on this many rows per step (default: 128)", integer(1));
  add(
    "--epochs <n>",
    `train for at most this many epochs per learning rate (default: 25; paper: 200${byData})`,
    integer(1),
  );
  add(
    "--patience <n>",
    "stop after this many epochs without a better validation metric (default: 25; paper: 5)",
    integer(1),
  );
  add(
    "--validation <share|file>",
    "choose the learning rate and epoch on these validation rows: a share to hold out, or a file (default: 0.1; paper: 0.25)",
    String,
  );
  add(
    "--criterion <name>",
    `choose the model by this metric on the validation rows: loss, precision@k or ndcg@k (default: ndcg@5${ranked})`,
    String,
  );
  command.addOption(
    new Option(
      "--refit",
      "retrain on all rows with the best learning rate and epoch count (default: on, except with the paper preset or a validation file)",
    ).helpGroup(training),
  );
  command.addOption(new Option("--no-refit", "keep the model that early stopping chose").helpGroup(training));
  add(
    "--input-dropout <share>",
    `drop this share of the feature values in each step (default: 0.12; paper: 0${byData})`,
    number(0, 1),
  );
  add(
    "--hidden-dropout <share>",
    `drop this share of the hidden units in each step (default: 0.6; paper: 0${byData})`,
    number(0, 1),
  );
  add("--weight-decay <x>", "apply decoupled weight decay of this strength (default: 0.1; paper: 0)", number(0));
  add(
    "--glas <weight>",
    "add GLaS regularization of this strength, which makes the weights of co-occurring labels similar (default: 0)",
    number(0),
  );
  command.addOption(
    new Option("--normalize", "divide every row by its Euclidean norm (default: on for ratings)").helpGroup(training),
  );
  command.addOption(new Option("--no-normalize", "do not normalize rows").helpGroup(training));
  add("--threads <n>", "use this many threads; the number does not affect results (default: all cores)", integer(1));
  command.addOption(
    new Option(
      "--wide",
      "use V8's experimental 256-bit vectors if they are available (Node 24, x64); this is faster and gives the same results",
    ).helpGroup(training),
  );
  add(
    "--engine <name>",
    "compute with this engine: kernels, or tfjs, which can use a graphics card (default: kernels)",
    oneOf(["kernels", "tfjs"]),
  );
  add(
    "--backend <name>",
    `with --engine tfjs: use this backend: ${backends.join(", ")} (default: the first that works)`,
    oneOf(backends),
  );
  command.addOption(new Option("--no-cache", noCacheWords).helpGroup(training));
  return addReadingOptions(command);
}

/** Adds the options that choose the loss. */
export function addLossOptions(command: Command): Command {
  const group = "Loss:";
  const add = (flags: string, description: string, parse: (text: string) => unknown, fallback?: unknown): void => {
    const option = new Option(flags, description).argParser(parse).helpGroup(group);
    command.addOption(fallback === undefined ? option : option.default(fallback));
  };
  add("--loss <name>", `minimize this loss: ${lossNames.join(", ")}`, oneOf(lossNames), "pl-partition");
  add(
    "--rule <name>",
    "compute PL-Partition with this quadrature rule: adaptive or midpoint (default: adaptive)",
    oneOf(["adaptive", "midpoint"]),
  );
  add(
    "--tolerance <x>",
    "with --rule adaptive: allow at most this error in the log-probability of a tier (default: 1e-9)",
    number(0),
  );
  add("--intervals <n>", "with --rule midpoint: use this many intervals (T in the paper) (default: 10000)", integer(1));
  add("--shift <c>", "with --rule midpoint: add this shift to the scores (c in the paper) (default: 5)", number(-1000));
  add(
    "--center <how>",
    "with --rule midpoint: subtract the log-sum-exp of each row's scores from them (row), or leave the scores unchanged (none) (default: row)",
    oneOf(["row", "none"]),
  );
  add(
    "--negatives <k>",
    "in each step, train only on the items named in the rows and on this many sampled others, such as 2000 (default: on all items)",
    integer(1),
  );
  add(
    "--negatives-by <how>",
    "with --negatives: sample items uniformly (uniform) or by their frequency (frequency) (default: uniform)",
    oneOf(["uniform", "frequency"]),
  );
  return command;
}

/** The loss that the flags select. */
export function lossSpec(flags: LossFlags): LossSpec {
  const { loss, rule, tolerance, intervals, shift, center, negatives, negativesBy } = flags;
  const ofMidpoint = intervals !== undefined || shift !== undefined || center !== undefined;
  const name = rule ?? (ofMidpoint ? "midpoint" : "adaptive");
  if (name === "adaptive" && ofMidpoint) {
    throw new UsageError("--intervals, --shift and --center require --rule midpoint");
  }
  if (name === "midpoint" && tolerance !== undefined) throw new UsageError("--tolerance requires --rule adaptive");
  if (negativesBy !== undefined && negatives === undefined) throw new UsageError("--negatives-by requires --negatives");
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

/** The share of rows to hold out, or the path of a validation file. */
export function validationSource({ validation }: TrainingFlags): number | string | undefined {
  if (validation === undefined) return undefined;
  const share = Number(validation);
  return Number.isNaN(share) ? validation : share;
}

/** The options of `train` that the flags set, except the loss and validation data. */
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
    preset: libraryPreset(preset),
    seed,
    ...(Object.fromEntries(known) as TrainOptions),
    ...(typeof validation === "number" ? { validation } : {}),
  };
}

/** The library preset to start from. */
function libraryPreset(preset: TrainingFlags["preset"]): PresetName {
  return preset === "auto" ? "default" : preset;
}

/** The number of hidden units: the value of `--hidden`, or the preset's value, halved (with a note) until the model fits into memory. */
export async function hiddenUnits(
  { hidden, preset, batchSize }: TrainingFlags,
  { numFeatures: featureCount, numLabels: itemCount }: Pick<XmlDataset, "numFeatures" | "numLabels">,
  note: (line: string) => void,
): Promise<number> {
  if (hidden !== undefined) return hidden;
  const { defaultHidden, presets } = await import("@tierwise/ranker");
  const usual = presets[libraryPreset(preset)].hidden;
  const fitted = defaultHidden(libraryPreset(preset), { featureCount, itemCount }, batchSize);
  if (fitted < usual) {
    note(`${fitted} hidden units: the preset's ${usual} do not fit into the 4 GiB of a WebAssembly memory.`);
  }
  return fitted;
}
